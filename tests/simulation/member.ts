import { HOURS, MINUTES } from "#app/durations";
import { AccountHolder } from "./account-holder";
import { localWizard, sendParcel } from "./sender";

/** A user with an account, on a shared phone. */
export class Member extends AccountHolder {
  /** Does something and leaves. Returns whether somebody else may take the phone. */
  async visit(): Promise<boolean> {
    const { random } = this.world;
    if (!(await this.isSignedIn()) && !(await this.signIn())) return this.isAway();
    for (let doings = 1 + random.below(3); doings > 0 && this.signedInAtMs !== null; doings -= 1) {
      const what = random.weighed({
        sends: 5,
        looks: 2,
        pries: 1,
        changesPassword: 1,
        changesEmail: 1.5,
        signsInElsewhere: 1,
      });
      if (what === "sends") await sendParcel(this, localWizard);
      if (what === "looks") await this.isSignedIn();
      if (what === "pries") await this.openOthersQuote();
      if (what === "changesPassword") await this.changePassword();
      if (what === "changesEmail") await this.changeEmail();
      if (what === "signsInElsewhere") await this.login(this.second);
      await this.world.pause(MINUTES);
    }
    const leaves = random.weighed({ signsOut: 5, resets: 3, stays: 2 });
    if (leaves === "signsOut") await this.signOut();
    if (leaves === "resets") await this.resetPassword();
    return this.isAway();
  }

  private async changePassword(): Promise<void> {
    const password = this.newPassword();
    const form = { currentPassword: this.passwords[0] ?? "", password, confirmPassword: password };
    this.passwords.push(password);
    this.mayBeOut = true;
    const before = this.phone.copy("before");
    const answer = await this.post("/account/password", form);
    if (answer?.status !== 303 || !answer.location.includes("done")) return;
    this.mayBeOut = false;
    this.passwords = [password];
    this.world.promises.endSession(before, "changed the password here");
    this.world.promises.endSession(this.second, "changed the password elsewhere");
  }

  private async changeEmail(): Promise<void> {
    // They first find out which address the last change has left them with.
    if (this.perhapsEmail) return;
    const { promises, random } = this.world;
    const email = this.newEmail();
    const toOld = random.chance(0.7) ? await this.linkForNewPassword() : null;
    const asked = await this.post("/account/email", { email, currentPassword: this.passwords[0] ?? "" });
    const link = asked?.status === 303 ? await this.linkFrom(/Confirm your new email/, email) : null;
    if (!link) return;
    promises.registrations.set(email, 1);
    this.perhapsEmail = email;
    const answer = await this.post(link);
    if (answer?.data.state !== "success") return;
    this.email = email;
    this.perhapsEmail = null;
    promises.useUp(link);
    // Whoever still reads the old address gets in with nothing that was sent there.
    if (toOld) await this.tryLink(toOld, "was sent to the address before");
    promises.endSession(this.second, "changed the email elsewhere");
  }

  private async resetPassword(): Promise<void> {
    const { random, promises, clock } = this.world;
    const adjustments = clock.adjustments;
    const link = await this.linkForNewPassword();
    if (!link) return;
    if (random.chance(0.3)) {
      // They ask once more: the link that was issued first is dead then.
      const newer = await this.linkForNewPassword();
      if (!newer || clock.adjustments !== adjustments || !this.wasWrittenBefore(link, newer)) return;
      promises.useUp(link);
      return this.tryLink(link, "is older than another");
    }
    if (random.chance(0.5)) {
      if (clock.adjustments === adjustments) promises.links.push({ link, fromWallMs: clock.wall() + 2 * HOURS });
      return;
    }
    const password = this.newPassword();
    this.passwords.push(password);
    const answer = await this.post(link, { password, confirmPassword: password });
    // Without an answer it isn't known whether the sessions still exist.
    this.signedInAtMs = null;
    if (answer?.data.state !== "success") return;
    this.passwords = [password];
    promises.useUp(link);
    for (const phone of [this.phone, this.second]) promises.endSession(phone, "reset the password");
  }

  private async linkForNewPassword(): Promise<string | null> {
    const asked = await this.post("/login?tab=forgot", { email: this.email });
    return asked?.status === 303 ? this.linkFrom(/new password/) : null;
  }

  private async tryLink(link: string, why: string): Promise<void> {
    const password = "the-password-of-an-old-link-7";
    const used = await this.post(link, { password, confirmPassword: password });
    if (used?.data.state === "success") this.world.fail(`a link worked that ${why}: ${link}`);
  }

  async signOut(): Promise<void> {
    const before = this.phone.copy("before");
    // Without an answer it isn't known whether they are signed out.
    this.mayBeOut = true;
    const answer = await this.post("/logout");
    if (answer?.status !== 303 || answer.location.includes("failed")) return;
    this.signedInAtMs = null;
    this.world.promises.endSession(before, "signed out");
  }

  /** Tries to open another user's quote. */
  private async openOthersQuote(): Promise<void> {
    const { random, promises } = this.world;
    const others = [...promises.bookings].filter(([, { owner }]) => owner !== this.number);
    if (others.length === 0) return;
    const [resumeId] = random.pick(others);
    const answer = await this.post("/dashboard", { resumeId });
    if (answer?.status === 303 && !answer.location.startsWith("/login"))
      this.world.fail(`${this.email} opened quote ${resumeId}, which is somebody else's`);
  }
}
