// The answers of the entry form as a game of FORMAT.md 1, just as the server makes it of them, and what is not answered yet.

import { activeOf, scoreOf } from "./price.js";

const NUMBER = /^[0-9]{1,4}$/;

const number = (text) => (NUMBER.test(text) ? Number(text) : text);

const cards = ([text]) => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const KINDS = [
  ["partner loser stoss dealer bock revoke augen opponent_augen tricks caller_trumps target", ([text]) => number(text)],
  ["result called revoke_reason", ([text]) => text],
  ["schneider schwarz tout sie schneider_announced schwarz_announced", () => true],
  ["jungfrauen klopfer sitting_out", (texts) => texts.map(number)],
  // One number a seat: an empty one counts 0 as soon as another is there.
  ["augen_by_seat tricks_by_seat", (texts) => texts.map((text) => number(text || "0"))],
  ["called_rank", () => "zehn"],
  ["protocol", cards],
];
const READ = new Map(KINDS.flatMap(([names, read]) => names.split(" ").map((name) => [name, read])));

// What was answered, by name; an answer without a text is none.
const answersOf = (pairs) => {
  const texts = new Map();
  for (const [name, text] of pairs) texts.set(name, [...(texts.get(name) ?? []), text.trim()]);
  return new Map([...texts].filter(([, said]) => said.some(Boolean)));
};

const one = (answers, name) => answers.get(name)?.[0] ?? "";
const known = (answers, name) => Number(NUMBER.test(one(answers, name)) && one(answers, name));

const whoAndWhat = (answers) => {
  const who = one(answers, "who");
  if (/^\D/.test(who)) return { contract: who };
  const [contract, suit] = one(answers, "contract").split("-");
  return { declarer: number(who), ...(contract && { contract }), ...(suit && { suit }) };
};

const read = (answers, { rules }) => {
  const game = whoAndWhat(answers);
  for (const [name, texts] of answers) if (READ.has(name)) game[name] = READ.get(name)(texts);
  if (answers.has("laufende")) {
    const [side, length] = one(answers, "laufende").split("-");
    Object.assign(game, { laufende: number(length ?? ""), laufende_side: side });
  }
  const players = known(answers, "players");
  if (players && players !== 4) game.players = players;
  if (game.partner === "nobody") delete game.partner;
  else if (!("partner" in game) && known(answers, "opposite") && rules.opposite.includes(game.contract)) {
    const active = activeOf(game);
    const place = active.indexOf(game.declarer);
    if (active.length === 4 && place >= 0) game.partner = active[(place + 2) % 4];
  }
  return game;
};

// `pairs` are those of `new FormData(form)`. The kit knows who sits opposite his partner.
export const gameOf = (pairs, kit) => read(answersOf(pairs), kit);

// What has to be said before the game can be booked: "who", "contract", "partner", "result", "augen_by_seat"; "" for nothing.
export const missing = (pairs, kit) => {
  const answers = answersOf(pairs);
  const game = read(answers, kit);
  if (!one(answers, "who")) return "who";
  if ("declarer" in game) {
    if (!game.contract) return "contract";
    const paired = kit.prices.contracts.some(({ contract, parties }) => contract === game.contract && parties === "pair");
    const isOpposite = kit.rules.opposite.includes(game.contract);
    const asked = isOpposite ? !known(answers, "opposite") : paired && !answers.has("protocol");
    if (asked && !one(answers, "partner")) return "partner";
  }
  if (!scoreOf(game, kit)?.open) return "";
  return game.contract === "ramsch" ? "augen_by_seat" : "result";
};
