import type { Account } from "#app/domain/accounts/account";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { amountFromCents } from "#app/domain/values/money";
import { MINUTES } from "#app/durations";
import { aParcel, type History } from "./a-parcel";
import { byAccount } from "./bookings";
import type { Calendar } from "./calendar";
import { drivers, from, to } from "./people";

const { sipho, anna } = drivers;

const thandi = from("Thandi Nkosi", "thandi@example.co.za", "082 123 4567", [
  "Stand 1423, Mphuti Street",
  "Katlehong",
  "Germiston",
  "1431",
]);
const bongani = from("Bongani Sithole", "bongani@example.co.za", "083 222 3344", [
  "18 Letsatsi Street",
  "Winnie Mandela",
  "Tembisa",
  "1632",
]);
const mama = from("Mama Joyce Catering", "joyce@example.co.za", "082 777 8899", [
  "7 Khumalo Street",
  "Thokoza",
  "Alberton",
  "1426",
]);
const nomsa = from("Nomsa Khumalo", "nomsa@example.co.za", "082 111 2222", [
  "33 Roodebult Road",
  "Vosloorus",
  "Boksburg",
  "1475",
]);

const receivers = {
  sipho: to("Sipho Dlamini", "073 555 0101", ["12 Ncome Crescent", "Orlando East", "Soweto", "1804"]),
  lerato: to("Lerato Mokoena", "073 555 0102", ["2210 Vilakazi Street", "Orlando West", "Soweto", "1804"]),
  ayanda: to("Ayanda Gumede", "073 555 0103", ["45 Mgulugulu Road", "Umlazi", "Durban", "4066"]),
  faizel: to("Faizel Abrahams", "073 555 0104", ["9 Baxoyi Drive", "Site C", "Khayelitsha", "7784"]),
  kagiso: to("Kagiso Motsepe", "073 555 0105", ["1187 Shabangu Avenue", "Mamelodi West", "Mamelodi", "0122"]),
  nosipho: to("Nosipho Gqola", "073 555 0106", ["5 Highway Street", "NU 3", "Mdantsane", "5219"]),
  rejoice: to("Rejoice Baloyi", "073 555 0107", ["77 Selborne Road", "Far East Bank", "Alexandra", "2090"]),
  thabo: to("Thabo Sekgobela", "073 555 0108", ["14 Zulu Street", "Jabulani", "Soweto", "1868"]),
  precious: to("Precious Ngobeni", "073 555 0109", ["31 Moshoeshoe Street", "Spruitview", "Katlehong", "1431"]),
  zanele: to("Zanele Mabaso", "073 555 0110", ["8 Duduza Road", "Ramaphosa", "Boksburg", "1459"]),
} as const;

const box = (selectedBoxId: string, parcelDesc: string, quantity = 1) => ({ selectedBoxId, parcelDesc, quantity });

/** As it is typed: "80,62". */
const priceOf = ({ grandTotalCents }: Quote) => amountFromCents(grandTotalCents ?? 0);

/**
 * Two working weeks of a small courier, by what each parcel is there to show. What happens today is told last.
 * @param owner of the bookings that were made with an account
 */
export function fortnight({ workday, hoursAgo, dayToCome, today }: Calendar, owner: Account): Record<string, History> {
  const day = (parcel: History, before: number, clock: string) => parcel.at(workday(before, clock));
  const nomsas = (...[to, parcel]: [Partial<typeof nomsa>, ReturnType<typeof box>]) =>
    aParcel({ addresses: { ...nomsa, ...to }, parcel }).booked(byAccount(owner.uid));

  return {
    // Booked, not collected.
    booked: aParcel({ addresses: { ...thandi, ...receivers.lerato }, parcel: box("stock-3", "A kettle") })
      .at(hoursAgo(3))
      .paid(),
    bookedToday: nomsas(receivers.thabo, box("stock-4", "School books"))
      .at(hoursAgo(2))
      .paid()
      .given(sipho, "collection", today),
    collectionAgreed: day(
      aParcel({ addresses: { ...bongani, ...receivers.ayanda }, parcel: box("stock-5", "Bedding") }),
      1,
      "15:10",
    )
      .paid()
      .typed(({ waybillNo }) => ["agree", waybillNo, "--day", dayToCome(1), "--from", "09:00", "--to", "12:00"]),
    notCollected: day(
      aParcel({ addresses: { ...mama, ...receivers.zanele }, parcel: box("stock-6", "Serving dishes") }),
      2,
      "09:20",
    )
      .paid()
      .at(workday(1, "11:40"))
      .by(anna)
      .notCollected(),

    // On the way.
    collected: day(
      aParcel({ addresses: { ...thandi, ...receivers.sipho }, parcel: box("flyer-bag", "A school uniform") }),
      2,
      "16:05",
    )
      .by(sipho)
      .at(workday(1, "10:15"))
      .collected(),
    someCollected: day(
      aParcel({ addresses: { ...mama, ...receivers.kagiso }, parcel: box("stock-4", "Jars of atchar", 3) }),
      2,
      "12:30",
    )
      .by(sipho)
      .at(workday(1, "09:05"))
      .collected(2, { fewer: "not_ready" }),
    onTheWay: day(
      aParcel({ addresses: { ...bongani, ...receivers.faizel }, parcel: box("stock-3", "A radio") }),
      3,
      "08:50",
    )
      .by(sipho)
      .at(workday(2, "10:40"))
      .collected()
      .by(null)
      .at(workday(1, "17:20"))
      .inTransit("Bloemfontein"),
    late: day(
      aParcel({ addresses: { ...thandi, ...receivers.ayanda }, parcel: box("stock-2", "Children's shoes") }),
      9,
      "11:00",
    )
      .by(anna)
      .at(workday(8, "09:45"))
      .collected()
      .by(null)
      .at(workday(7, "18:00"))
      .inTransit("Johannesburg"),
    missed: day(
      aParcel({ addresses: { ...thandi, ...receivers.rejoice }, parcel: box("flyer-bag", "Documents") }),
      3,
      "13:15",
    )
      .by(anna)
      .at(workday(2, "09:10"))
      .collected()
      .by(null)
      .at(workday(1, "08:05"))
      .outForDelivery()
      .by(anna)
      .at(workday(1, "10:50"))
      .missed(),
    missedAndAgreed: day(nomsas(receivers.precious, box("stock-2", "A pair of shoes")), 4, "14:00")
      .by(sipho)
      .at(workday(3, "10:00"))
      .collected()
      .by(null)
      .at(workday(2, "08:00"))
      .outForDelivery()
      .by(sipho)
      .at(workday(2, "12:20"))
      .missed()
      .at(workday(1, "09:00"))
      .typed(({ waybillNo }) => ["agree", waybillNo, "--day", dayToCome(1), "--from", "13:00", "--to", "16:00"]),

    // What receivers asked for.
    fetchedAtDepot: day(
      aParcel({ addresses: { ...bongani, ...receivers.zanele }, parcel: box("stock-3", "A birthday present") }),
      3,
      "10:10",
    )
      .by(sipho)
      .at(workday(2, "11:20"))
      .collected()
      .at(workday(2, "19:05"))
      .wished({ kind: "depot" }),
    anotherDay: day(
      aParcel({ addresses: { ...mama, ...receivers.lerato }, parcel: box("stock-3", "Cake tins") }),
      2,
      "10:30",
    )
      .by(anna)
      .at(workday(1, "12:10"))
      .collected()
      .at(hoursAgo(4))
      .wished({ kind: "day", day: dayToCome(3), part: "morning" }),
    neighbour: day(nomsas(receivers.kagiso, box("flyer-bag", "A jacket")), 2, "11:15")
      .by(anna)
      .at(workday(1, "12:35"))
      .collected()
      .at(hoursAgo(5))
      .wished({ kind: "neighbour", name: "Gogo Mabena", house: "1189 Shabangu Avenue" }),

    // Arrived.
    delivered: day(
      aParcel({ addresses: { ...thandi, ...receivers.sipho }, parcel: box("stock-2", "School shoes") }),
      5,
      "09:30",
    )
      .by(sipho)
      .at(workday(4, "10:05"))
      .collected()
      .by(null)
      .at(workday(3, "08:10"))
      .outForDelivery()
      .by(sipho)
      .at(workday(3, "11:35"))
      .delivered(),
    deliveredWithoutPin: day(
      aParcel({ addresses: { ...bongani, ...receivers.thabo }, parcel: box("stock-4", "Boots") }),
      6,
      "15:40",
    )
      .by(anna)
      .at(workday(5, "09:25"))
      .collected()
      .by(null)
      .at(workday(4, "08:05"))
      .outForDelivery()
      .by(anna)
      .at(workday(4, "13:50"))
      .delivered(undefined, { takenBy: "His sister, Palesa" }),
    someDelivered: day(
      aParcel({ addresses: { ...mama, ...receivers.precious }, parcel: box("stock-5", "Wedding plates", 3) }),
      4,
      "08:40",
    )
      .by(sipho)
      .at(workday(3, "09:15"))
      .collected()
      .by(null)
      .at(workday(1, "08:00"))
      .outForDelivery(2)
      .by(sipho)
      .at(workday(1, "10:30"))
      .delivered(2),
    wrongPlace: day(
      aParcel({ addresses: { ...bongani, ...receivers.rejoice }, parcel: box("stock-3", "A school bag") }),
      5,
      "16:20",
    )
      .by(anna)
      .at(workday(4, "09:55"))
      .collected()
      .by(null)
      .at(workday(2, "08:10"))
      .outForDelivery()
      .by(anna)
      .at(workday(2, "15:05"))
      .delivered()
      .at(workday(1, "07:45"))
      .complained({
        kind: "damaged",
        words: "The zip is torn, and one strap is off.",
        contact: "rejoice.baloyi@example.com",
      }),

    // Going back.
    goingBack: day(
      aParcel({ addresses: { ...thandi, ...receivers.zanele }, parcel: box("stock-4", "A dress") }),
      4,
      "10:00",
    )
      .by(anna)
      .at(workday(3, "11:10"))
      .collected()
      .by(null)
      .at(workday(2, "08:00"))
      .outForDelivery()
      .by(anna)
      .at(workday(2, "14:30"))
      .reported("refused")
      .at(workday(1, "16:30"))
      .given(sipho, "return", dayToCome(1)),
    returned: day(nomsas(receivers.faizel, box("stock-2", "Shoes of the wrong size")), 9, "09:00")
      .by(sipho)
      .at(workday(8, "10:20"))
      .collected()
      .by(null)
      .at(workday(5, "08:00"))
      .outForDelivery()
      .by(anna)
      .at(workday(5, "13:15"))
      .missed()
      .by(sipho)
      .at(workday(2, "16:40"))
      .returned(),

    // Money.
    notPaid: aParcel({ addresses: { ...thandi, ...receivers.kagiso }, parcel: box("flyer-bag", "Photos") })
      .at(hoursAgo(6))
      .unpaid(),
    paymentFailed: aParcel({ addresses: { ...mama, ...receivers.thabo }, parcel: box("stock-3", "Spices") })
      .at(workday(1, "19:20"))
      .unpaid()
      .after(4 * MINUTES)
      .paid("FAILED"),
    paymentCancelled: nomsas(receivers.lerato, box("stock-2", "A toy"))
      .at(workday(2, "20:10"))
      .unpaid()
      .after(3 * MINUTES)
      .paid("CANCELLED"),
    paidInCash: nomsas(receivers.rejoice, box("stock-3", "Curtains"))
      .at(workday(1, "10:40"))
      .unpaid()
      .after(40 * MINUTES)
      .typed(({ quote }) => ["note", "payment", quote.quoteNo, "--cash", "--amount", priceOf(quote)]),
    moreToPay: day(nomsas(receivers.ayanda, box("stock-2", "Tins of paint")), 2, "09:50")
      .by(anna)
      .at(workday(1, "09:40"))
      .collected()
      .by(null)
      .at(workday(1, "14:20"))
      .typed(({ waybillNo }) => [
        ...["charge", waybillNo, "--weight", "12", "--because", "It weighs 12 kg."],
        ...["--agreed", "Nomsa, by phone, 14:20"],
      ]),
    lostAndClaimed: day(nomsas(receivers.faizel, box("stock-3", "A radio")), 9, "09:10")
      .by(anna)
      .at(workday(8, "10:10"))
      .collected()
      .by(null)
      .at(workday(3, "09:00"))
      .ended("lost")
      .at(workday(2, "09:30"))
      .typed(({ waybillNo }) => ["pay", "claim", waybillNo, "850,00", "--reference", "CLAIM 850"]),
    chargedBack: day(
      aParcel({ addresses: { ...mama, ...receivers.sipho }, parcel: box("flyer-bag", "A phone cover") }),
      8,
      "18:20",
    )
      .by(sipho)
      .at(workday(7, "10:00"))
      .collected()
      .by(null)
      .at(workday(6, "08:10"))
      .outForDelivery()
      .by(sipho)
      .at(workday(6, "12:05"))
      .delivered()
      .at(workday(1, "09:15"))
      .typed(({ quote }) => ["note", "chargeback", quote.quoteNo, priceOf(quote)]),
    partPaid: day(
      aParcel({ addresses: { ...bongani, ...receivers.nosipho }, parcel: box("stock-6", "A microwave") }),
      3,
      "12:00",
    )
      .unpaid()
      .at(workday(2, "10:00"))
      .typed(({ quote }) => [
        "note",
        "payment",
        quote.quoteNo,
        "--payfast",
        "1089311",
        "--amount",
        "50,00",
        "--as-part",
      ]),
    wrongAmount: aParcel({ addresses: { ...bongani, ...receivers.precious }, parcel: box("stock-3", "A clock") })
      .at(workday(1, "20:30"))
      .unpaid()
      .after(5 * MINUTES)
      .paid("COMPLETE", 50_00),
    paidTwice: day(
      aParcel({ addresses: { ...thandi, ...receivers.thabo }, parcel: box("stock-2", "A lamp") }),
      2,
      "17:00",
    )
      .paid()
      .after(6 * MINUTES)
      .paid(),
    cancelled: day(aParcel({ addresses: { ...mama, ...receivers.faizel }, parcel: box("stock-4", "Pots") }), 2, "08:20")
      .paid()
      .at(workday(1, "08:30"))
      .cancelled("My sister fetches it herself."),
    refunded: day(
      aParcel({ addresses: { ...bongani, ...receivers.sipho }, parcel: box("stock-3", "A game") }),
      7,
      "13:00",
    )
      .paid()
      .at(workday(6, "09:00"))
      .cancelled()
      .at(workday(5, "11:00"))
      .typed(({ quote }) => [...["note", "refund", quote.quoteNo, priceOf(quote), "--reference", "2211334"]]),

    // Prices by hand: to an island, and by weight.
    priceAsked: aParcel({
      addresses: { ...thandi, toPostal: "7400", toCity: "Robben Island", toSuburb: "", toName: "Johan Visser" },
      parcel: box("stock-3", "Books for the library"),
    })
      .at(hoursAgo(7))
      .unpaid(),
    priceGiven: day(
      aParcel({ addresses: { ...mama, ...receivers.nosipho }, parcel: { ...box("stock-7", "A stove"), weight: 42 } }),
      2,
      "09:40",
    )
      .unpaid()
      .at(workday(1, "10:00"))
      .typed(({ quote }) => ["price", "quote", quote.quoteNo, "640,00"]),

    // Abroad.
    abroad: day(
      aParcel({
        addresses: {
          ...nomsa,
          toName: "Carla Souza",
          toEmail: "carla.souza@example.com",
          toPhone: "+55 11 91234 5678",
          toAddressLine: "Rua Augusta 1200",
          toSuburb: "Consolação",
          toCity: "São Paulo",
          toPostal: "01304-001",
          toCountry: "Brazil",
        },
        parcel: { ...box("stock-3", "Beadwork"), customsDesc: "Handmade necklaces" },
      }).booked(byAccount(owner.uid)),
      4,
      "10:20",
    )
      .by(anna)
      .at(workday(3, "10:30"))
      .collected()
      .by(null)
      .at(workday(2, "16:00"))
      .inTransit("Johannesburg"),

    // With the drivers today.
    outForDelivery: day(
      aParcel({ addresses: { ...thandi, ...receivers.lerato }, parcel: box("stock-3", "A kettle") }),
      2,
      "09:10",
    )
      .by(sipho)
      .at(workday(1, "09:50"))
      .collected()
      .at(workday(1, "17:00"))
      .given(sipho, "delivery", today)
      .by(null)
      .at(hoursAgo(3))
      .outForDelivery(),
    withNote: day(
      aParcel({
        addresses: { ...bongani, ...receivers.sipho, toLandmark: "Green gate beside the spaza shop" },
        parcel: box("stock-4", "Tools"),
      }),
      2,
      "11:30",
    )
      .by(sipho)
      .at(workday(1, "10:10"))
      .collected()
      .at(workday(1, "17:02"))
      .given(sipho, "delivery", today)
      .typed(({ waybillNo }) => ["note", "booking", waybillNo, "The dog is friendly. Hoot twice."])
      .by(null)
      .at(hoursAgo(3))
      .outForDelivery(),
    sameGate: day(nomsas(receivers.sipho, box("flyer-bag", "A blanket")), 2, "12:00")
      .by(sipho)
      .at(workday(1, "11:05"))
      .collected()
      .at(workday(1, "17:04"))
      .given(sipho, "delivery", today)
      .by(null)
      .at(hoursAgo(3))
      .outForDelivery(),
    deliveredToday: day(
      aParcel({ addresses: { ...mama, ...receivers.thabo }, parcel: box("stock-5", "A full school bag") }),
      3,
      "09:00",
    )
      .by(sipho)
      .at(workday(2, "09:35"))
      .collected()
      .at(workday(1, "17:06"))
      .given(sipho, "delivery", today)
      .by(null)
      .at(hoursAgo(4))
      .outForDelivery()
      .by(sipho)
      .at(hoursAgo(1))
      .delivered(),
    toCollect: day(
      aParcel({ addresses: { ...thandi, ...receivers.ayanda }, parcel: box("stock-6", "Curtains") }),
      1,
      "18:30",
    )
      .paid()
      .after(30 * MINUTES)
      .given(anna, "collection", today),
    annasDelivery: day(
      aParcel({ addresses: { ...bongani, ...receivers.kagiso }, parcel: box("stock-2", "A vase") }),
      3,
      "10:45",
    )
      .by(anna)
      .at(workday(2, "10:25"))
      .collected()
      .at(workday(1, "17:10"))
      .given(anna, "delivery", today)
      .by(null)
      .at(hoursAgo(3))
      .outForDelivery(),
    brokeDown: day(
      aParcel({ addresses: { ...mama, ...receivers.rejoice }, parcel: box("stock-3", "Aprons") }),
      3,
      "15:20",
    )
      .by(anna)
      .at(workday(2, "11:45"))
      .collected()
      .at(workday(1, "17:12"))
      .given(anna, "delivery", today)
      .by(null)
      .at(hoursAgo(4))
      .outForDelivery()
      .by(anna)
      .at(hoursAgo(1))
      .reported("not_found", "delivery"),
  };
}
