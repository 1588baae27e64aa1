import { ForShow } from "../shell/this-page";

/** Each drawing on a 240 × 120 grid: outlines, what is yellow, what is black, and lines. */
const scenes = {
  handOver: {
    card: "M40 120V68q0-14 18-14t18 14v52zM58 20a14 14 0 1 0 .1 0zM100 62h34v34h-34z",
    sun: "M158 120V64q0-14 18-14t18 14v56zM113 62h8v34h-8z",
    black: "M162 27q14-17 28 0h10v5h-38z",
    lines: "M162 32a14 14 0 0 0 28 0M68 76h34M166 76h-34M0 120h240",
  },
  road: {
    card: "M0 120l34-44h58l36 44zM88 50h74v50H88zM162 100V60h26l18 18h10q6 0 6 6v16z",
    sun: "M196 8a16 16 0 1 0 .1 0zM88 66h74v12H88z",
    black: "M169 67h16l11 11h-27zM112 92a12 12 0 1 0 .1 0zM198 92a12 12 0 1 0 .1 0z",
    lines: "M76 60H60M78 74H56M76 88H62M20 92h90M8 106h100M0 120h240",
  },
  gate: {
    card: "M128 120V66l44-34 44 34v54zM24 8h84v34H66l-12 13-2-13H24z",
    sun: "M112 120l16-54h88l-6-14H120z",
    black: "M160 84h24v36h-24zM40 21h8v8h-8zM56 21h8v8h-8zM72 21h8v8h-8zM88 21h8v8h-8z",
    lines: "M12 120V66M28 120V66M44 120V66M60 120V66M76 120V66M92 120V66M108 120V66M4 78h112M4 106h112M0 120h240",
  },
};

export type SceneName = keyof typeof scenes;

/** One of the home page's drawings, of some 300 bytes. */
export function Scene({ name }: { name: SceneName }) {
  const { card, sun, black, lines } = scenes[name];
  return (
    <ForShow>
      <svg className="art" viewBox="0 0 240 122" aria-hidden="true">
        <path d={card} />
        <path className="load" d={sun} />
        <path className="solid" d={black} />
        <path d={lines} fill="none" />
      </svg>
    </ForShow>
  );
}
