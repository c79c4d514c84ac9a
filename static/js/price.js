// What a game costs, without a network: found in the price table that the server sent, then multiplied.
// No second rules engine: a game that cannot be may have a price here, and the server refuses it when it is booked.

const ANNOUNCED = ["tout", "sie", "schneider_announced", "schwarz_announced"];

export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
const isSaid = (value) => value !== undefined;
const count = (said = 0) => said.length ?? said;
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const spread = (ranges) => ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, step) => from + step));

// The seats that play.
export const activeOf = ({ players = 4, sitting_out: out = [] }) =>
  Array.from({ length: Math.min(players, 7) }, (_, seat) => seat).filter((seat) => !out.includes(seat));

const scored = ({ players, stock }, more) => ({ value: 0, payouts: Array(players).fill(0), steps: [], void: !more, stock, ...more });

const contractOf = ({ contract, suit, partner }, { contracts }) =>
  contracts.findLast((one) => one.contract === contract && (!one.herz || suit === "herz") && (!one.alone || !isSaid(partner)));

// How a game with a declarer ended: {open} where nothing tells, {void}, or {won, tier}; null where no Augen are left.
export const ended = (game, { prices }) => {
  const { tricks, result, revoke, tout, sie, schneider, schwarz, schneider_announced: few, schwarz_announced: none } = game;
  const { thresholds: limits, floors } = contractOf(game, prices) ?? {};
  const announced = ANNOUNCED.filter((key) => game[key]).join("_");
  if (!limits || sie) return limits ? { won: true, tier: announced } : null;

  const most = prices.augen.at(-1)[1];
  const { augen = most - game.opponent_augen, laufende = 0, laufende_side: held } = game;
  const isKnown = !Number.isNaN(augen);
  const fits = (one) => (!isKnown || one === augen) && (held === "mit" ? one : most - one) >= (floors[laufende] ?? 0);
  let can = spread(isSaid(tricks) ? (prices.augen_by_tricks[tricks] ?? []) : prices.augen).filter(fits);

  const weak = game.caller_trumps <= prices.weak_trumps && limits.weak;
  const earlier = count(game.stoss) % 2 ? limits.won - (limits.after_stoss ?? limits.won) : 0;
  const least = (game.target ?? (weak || limits.won)) - earlier;
  if (augen === limits.void && least === limits.won && !announced && !isSaid(revoke)) return { void: true };

  const byAugen = prices.schwarz_by === "augen";
  const trickless = limits.won === null; // won without a trick
  const bySweep = trickless || tout || none;
  const swept = () => {
    if (none && byAugen && augen === most) return true;
    if (isSaid(tricks)) return tricks === (trickless ? 0 : prices.tricks);
    if (!can.includes(trickless ? 0 : most)) return false;
    return schwarz || (none && isKnown ? false : null);
  };
  const wins = (one) => one >= least && (!few || one >= most - limits.opponent_schneider);
  if (result && !bySweep) can = can.filter((one) => wins(one) === (result === "won"));
  if (!can.length) return null;
  const won = result ? result === "won" : bySweep ? swept() : can.every(wins) || (can.some(wins) ? null : false);
  if (won === null) return isSaid(revoke) ? {} : { open: true };
  if (bySweep || (few && !won)) return { won, tier: announced || "einfach" };

  const isEmpty = (one) => one === (won ? most : 0);
  const isSmall = (one) => (won ? most - one <= limits.opponent_schneider : one <= limits.declarer_schneider);
  const sweeps = byAugen ? can.every(isEmpty) : tricks === (won ? prices.tricks : 0);
  if (schwarz && !can.some(isEmpty)) return null;
  if (schwarz || sweeps) return { won, tier: few ? `${announced}_schwarz` : "schwarz" };
  return { won, tier: announced || (can.every(isSmall) || (schneider && can.some(isSmall)) ? "schneider" : "einfach") };
};

// The steps of what doubles the game.
const doublings = (game, { bock: counted, prices: { factors } }, known) =>
  known.flatMap((code) => {
    const bock = game.bock ?? counted ?? 1;
    const number = count(game[code]);
    if (code === "bock") return bock === 1 ? [] : [{ code, factor: bock }];
    return number ? [{ code, count: number, factor: factors[code][number] }] : [];
  });
const times = (value, steps) => steps.reduce((product, step) => product * step.factor, value);

const declarerScore = (game, table) => {
  const { laufende = 0, laufende_side: held, revoke, declarer, partner, sie } = game;
  const end = ended(game, table);
  if (!end || end.open) return end;
  const contract = contractOf(game, table.prices);
  const side = contract.parties === "pair" ? [declarer, partner] : [declarer];
  const others = table.active.filter((seat) => !side.includes(seat));
  if (side.length + others.length !== 4) return null; // one plays with himself, or sits out
  if (end.void) return scored(table);
  const rows = contract.subtotals.filter((row) => row.laufende === (sie ? 0 : laufende) && [held, null].includes(row.side));
  const rowOf = (won, tier) => rows.find((row) => (row.result === "won") === won && row.tier === tier);
  let [won, row] = [end.won, rowOf(end.won, end.tier)];
  if (isSaid(revoke)) {
    won = !side.includes(revoke);
    const broken = rowOf(won, sie ? "revoke_sie" : "revoke");
    if (won !== end.won || !(row?.value > broken?.value)) row = broken;
  }
  if (!row) return null;
  const doubled = doublings(game, table, contract.factors);
  const score = scored(table, { value: times(row.value, doubled), steps: [...row.steps, ...doubled] });
  settle(score, table, side, others, won, revoke);
  if (contract.stock) moveStock(score, table.prices.stock, side, won);
  return score;
};

// Each winner with each loser, for half of it where partners share. Who sits out pays for himself.
const settle = ({ value, payouts }, { prices, out }, side, others, won, revoke) => {
  const against = side.length === 1 && prices.sitting_out_pays ? [...others, ...out] : others;
  const [winners, losers] = won ? [side, against] : [against, side];
  const share = value / side.length;
  for (const seat of winners) payouts[seat] = prices.winners_only ? value : share * losers.length;
  if (prices.winners_only) return;
  const payer = (seat) => (prices.revoke === "offender_pays" && !out.includes(seat) ? (revoke ?? seat) : seat);
  for (const seat of losers) payouts[payer(seat)] -= share * winners.length;
};

const moveStock = (score, { mode, cap, on_loss: onLoss }, side, won) => {
  if (!won && onLoss === "keep") return;
  const takers = mode === "partners" ? side : side.slice(0, 1);
  const share = Math.floor(score.stock / takers.length);
  const each = won ? Math.min(share, cap ?? share) : -share;
  for (const seat of takers) score.payouts[seat] += each;
  score.stock -= each * takers.length;
};

// How a Ramsch ended: {open}, {void}, {durchmarsch} or {losers}, with its Jungfrauen; null where piles are too large.
const ramschEnd = ({ augen_by_seat: augen, tricks_by_seat: tricks, jungfrauen: named = [], loser }, { prices, active }) => {
  const { durchmarsch_from: enough, losers: number, tie } = prices.ramsch;
  const lack = [augen ? prices.augen.at(-1)[1] - sum(augen) : 0, tricks ? prices.tricks - sum(tricks) : 0].find((rest) => rest !== 0);
  if (isSaid(lack)) return lack > 0 ? { open: true } : null;
  const jungfrauen = tricks ? active.filter((seat) => !tricks[seat]) : named;
  const isAlone = (seat) => jungfrauen.length === 3 && !jungfrauen.includes(seat);
  const durchmarsch = active.find((seat) => isAlone(seat) || (enough !== null && augen?.[seat] >= enough));
  if (isSaid(durchmarsch)) return { durchmarsch, jungfrauen, losers: [] };
  if (!augen) return isSaid(loser) ? { losers: [loser], jungfrauen } : { open: true };

  const more = tricks ?? augen;
  const top = (pile, seats) => seats.filter((seat) => seats.every((other) => pile[seat] >= pile[other]));
  const most = top(augen, active);
  if (most.length === 4) return { void: true };
  if (number === 2) return { losers: active.sort((a, b) => augen[b] - augen[a] || more[b] - more[a]).slice(0, 2), jungfrauen };
  const tied = !tricks && most.includes(loser) ? [loser] : top(more, most);
  return { losers: tie === "tricks" ? tied : most, jungfrauen };
};

const ramschScore = (game, table) => {
  const { ramsch } = table.prices;
  const end = ramsch && ramschEnd(game, table);
  if (!end || end.open) return end;
  if (end.void) return scored(table);
  const { durchmarsch, losers, jungfrauen } = end;
  const counted = ramsch.losers === 2 && game.augen_by_seat ? 0 : jungfrauen.length;
  const price = isSaid(durchmarsch) ? ramsch.durchmarsch : (ramsch.jungfrauen[counted - 1] ?? ramsch.plain);
  if (!price) return null;
  const doubled = doublings(game, table, ramsch.factors);
  const [base, ...more] = price.steps;
  const score = scored(table, { value: times(price.value, doubled), steps: [base, ...doubled, ...more] });
  // In the table seat 0 loses, or makes the Durchmarsch; seat 1 is a Jungfrau where there is one, seat 3 never.
  const like = (seat) => (seat === durchmarsch ? 0 : jungfrauen.includes(seat) ? 1 : 3);
  for (const seat of table.active) score.payouts[seat] = losers.includes(seat) ? 0 : times(price.payouts[like(seat)], doubled);
  const paid = sum(score.payouts);
  losers.forEach((seat, place) => (score.payouts[seat] = -Math.floor((paid + losers.length - 1 - place) / losers.length)));
  return score;
};

const allPass = (_game, table) => {
  const { stock, stake } = table.prices;
  if (stock.mode === "off") return scored(table);
  const score = scored(table, { value: stake, steps: [{ code: "stake", amount: stake }], stock: table.stock + 4 * stake });
  for (const seat of table.active) score.payouts[seat] = -stake;
  return score;
};

// The same as `priced`, or {open} where nothing tells yet how the game ended.
export const scoreOf = (game, kit) => {
  if (game.protocol) return null; // its cards say more than the table knows
  const { players = 4, sitting_out: out = [], stock = kit.stock ?? 0 } = game;
  const score = { all_pass: allPass, ramsch: ramschScore }[game.contract] ?? declarerScore;
  return score(game, { ...kit, players, out, active: activeOf(game), stock });
};

// {value, payouts, steps, void, stock}; null where something is missing, or where the table has no price.
// Stock and Bock are those of the kit where the game says nothing.
export const priced = (game, kit) => {
  const score = scoreOf(game, kit);
  return Number.isInteger(score?.value) ? score : null;
};

// Units as people write them; `plus` stands before what is more than nothing.
export const figure = (units, { figures: { decimal, group, places } }, plus = "") => {
  const digits = String(Math.abs(units)).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, group);
  return (units < 0 ? "\u2212" : units > 0 ? plus : "") + whole + (places ? decimal + digits.slice(-places) : "");
};

// {sum: "20 Grundpreis + 10 Schneider = 30, mal 2 (1 Klopfer)", value: "0,60 €", pays: "Sepp +0,60 · Vroni −0,60"}; names by seat.
export const wordsOf = ({ steps, value, payouts, void: isVoid }, kit, names) => {
  const { words, steps: called, figures } = kit;
  const [added, factors] = ["amount", "factor"].map((key) => steps.filter((step) => isSaid(step[key])));
  const terms = added.map(({ amount, code }) => `${amount} ${called[code]}`).join(" + ");
  const subtotal = added.length > 1 && factors.length ? ` = ${sum(added.map((step) => step.amount))}` : "";
  const reason = ({ code, count }) => (code === "klopfer" ? `${count} ` : "") + called[code];
  const more = factors.map((step) => `, ${filled(words.times, { factor: step.factor, reason: reason(step) })}`);
  const worth = filled(value === 1 ? figures.one : figures.many, { amount: figure(value, kit) });
  const paid = payouts.flatMap((units, seat) => (units ? [`${names[seat]} ${figure(units, kit, "+")}`] : []));
  return { sum: terms + subtotal + more.join(""), value: isVoid ? words.void : worth, pays: paid.join(" · ") };
};

// All in one sentence.
export const inWords = (found, kit, names) => {
  const { sum: terms, value, pays } = wordsOf(found, kit, names);
  return [[terms, value].filter(Boolean).join(" = "), pays].filter(Boolean).join(": ");
};
