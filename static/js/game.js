// The answers of the entry form as a game of FORMAT.md 1, just as the server makes it of them, and what is not answered yet.

import { isOpen } from "./price.js";

const NUMBER = /^[0-9]{1,4}$/;
const NOBODY = "nobody";

const number = (text) => (NUMBER.test(text) ? Number(text) : text);
const numbers = (name) => (texts) => ({ [name]: texts.map(number) });
const all = (names, read) => names.map((name) => [name, read(name)]);

const cards = ([text]) => {
  try {
    return { protocol: JSON.parse(text) };
  } catch {
    return { protocol: text };
  }
};

const run = ([text]) => {
  const [side, ...count] = text.split("-");
  return { laufende: number(count.join("-")), laufende_side: side };
};

const COUNTS = ["partner", "loser", "stoss", "dealer", "bock", "revoke", "augen", "opponent_augen", "tricks", "caller_trumps", "target"];
const FLAGS = ["schneider", "schwarz", "tout", "sie", "schneider_announced", "schwarz_announced"];

const READ = new Map([
  ...all(COUNTS, (name) => ([text]) => ({ [name]: number(text) })),
  ...all(["result", "called", "revoke_reason"], (name) => ([text]) => ({ [name]: text })),
  ...all(FLAGS, (name) => () => ({ [name]: true })),
  ...all(["jungfrauen", "klopfer", "sitting_out"], numbers),
  // One number a seat: an empty one counts 0 as soon as another is there.
  ...all(["augen_by_seat", "tricks_by_seat"], (name) => (texts) => ({ [name]: texts.map((text) => number(text || "0")) })),
  ["called_rank", () => ({ called_rank: "zehn" })],
  ["laufende", run],
  ["protocol", cards],
]);

// What was answered, by name; an answer without a text is none.
const answersOf = (pairs) => {
  const texts = new Map();
  for (const [name, text] of pairs) texts.set(name, [...(texts.get(name) ?? []), text.trim()]);
  return new Map([...texts].filter(([, said]) => said.some(Boolean)));
};

const one = (answers, name) => answers.get(name)?.[0] ?? "";
const known = (answers, name) => Number(NUMBER.test(one(answers, name)) && one(answers, name));
const withoutDeclarer = (answers) => !/^[0-9]?$/.test(one(answers, "who").slice(0, 1));
const isOpposite = (answers, game, kit) => Boolean(known(answers, "opposite") && kit?.rules.opposite.includes(game.contract));

const whoAndWhat = (answers) => {
  const who = one(answers, "who");
  if (withoutDeclarer(answers)) return { contract: who };
  const [contract, ...suit] = one(answers, "contract").split("-");
  const parts = [["contract", contract], ["suit", suit.join("-")]];
  return { declarer: number(who), ...Object.fromEntries(parts.filter(([, part]) => part)) };
};

const across = ({ players = 4, sitting_out: out = [], declarer }) => {
  const active = Array.from({ length: Math.min(players, 7) }, (_, seat) => seat).filter((seat) => !out.includes(seat));
  const place = active.indexOf(declarer);
  return active.length === 4 && place >= 0 ? { partner: active[(place + 2) % 4] } : {};
};

const read = (answers, kit) => {
  const game = whoAndWhat(answers);
  for (const [name, texts] of answers) Object.assign(game, READ.get(name)?.(texts));
  const players = known(answers, "players");
  if (players && players !== 4) game.players = players;
  if (game.partner === NOBODY) delete game.partner;
  else if (!("partner" in game) && isOpposite(answers, game, kit)) Object.assign(game, across(game));
  return game;
};

// `pairs` are those of `new FormData(form)`. The kit knows who sits opposite his partner; without it nobody does.
export const gameOf = (pairs, kit) => read(answersOf(pairs), kit);

// What has to be said before the game can be booked: "who", "contract", "partner", "result", "augen" (of a Ramsch); "" for nothing.
export const missing = (pairs, kit) => {
  const answers = answersOf(pairs);
  const game = read(answers, kit);
  if (!one(answers, "who")) return "who";
  if (!withoutDeclarer(answers)) {
    if (!game.contract) return "contract";
    const { rules, prices } = kit;
    const paired = prices.contracts.some(({ contract, parties }) => contract === game.contract && parties === "pair");
    const asked = rules.opposite.includes(game.contract) ? !known(answers, "opposite") : paired && !answers.has("protocol");
    if (asked && !one(answers, "partner")) return "partner";
  }
  if (!isOpen(game, kit)) return "";
  return game.contract === "ramsch" ? "augen" : "result";
};
