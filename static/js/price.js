// What a game costs, without a network: found in the price table that the server sent, then multiplied.

const TYPED = ["augen", "opponent_augen", "tricks", "target", "caller_trumps", "laufende"];
const SEATS = ["declarer", "partner", "loser", "revoke"];
const LISTS = ["klopfer", "jungfrauen", "stoss"];

const isSaid = (value) => value !== undefined;
const count = (said = 0) => said.length ?? said;
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const spread = (ranges) => ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, step) => from + step));

// Who plays and who sits out; null where seats are wrong.
const tableOf = (game, kit) => {
  const { players = 4, sitting_out: out = [], dealer = 0, stock = kit.stock ?? 0 } = game;
  if (out.length !== players - 4 || players > 7 || dealer >= players) return null;
  const active = Array.from({ length: players }, (_, seat) => seat).filter((seat) => !out.includes(seat));
  const lists = LISTS.map((key) => game[key]).filter(Array.isArray);
  const named = [...SEATS.flatMap((key) => game[key] ?? []), ...lists.flat()];
  if (active.length !== 4 || !named.every((seat) => active.includes(seat))) return null;
  if (lists.some((seats) => seats !== game.stoss && new Set(seats).size < seats.length)) return null;
  return { kit, prices: kit.prices, players, active, out, stock };
};
const scored = ({ players, stock }, more) => ({ value: 0, payouts: Array(players).fill(0), steps: [], void: !more, stock, ...more });

const contractOf = ({ contract, suit, partner }, { contracts }) =>
  contracts.findLast((one) => one.contract === contract && (!one.herz || suit === "herz") && (!one.alone || !isSaid(partner)));

// How a game with a declarer ended: {open} where nothing tells, {void}, or {won, tier}; null where that cannot be.
const endOf = (game, { thresholds: limits, floors }, prices) => {
  const { augen, opponent_augen: other, tricks, result, target, caller_trumps: trumps, revoke, tout, sie } = game;
  const { laufende = 0, laufende_side: held, schneider_announced: few, schwarz_announced: none } = game;
  if (!TYPED.every((key) => Number.isInteger(game[key] ?? 0)) || (laufende && !held)) return null;
  const [most, all, floor] = [prices.augen.at(-1)[1], prices.tricks, floors[laufende] ?? 0];
  const trickless = limits.won === null; // won without a trick
  const [edge, made] = trickless ? [0, 0] : [most, all];
  const bySweep = trickless || tout || none;

  // The Augen that the declarer's side can have had.
  let can = spread(isSaid(tricks) ? (prices.augen_by_tricks[tricks] ?? []) : prices.augen);
  const keep = (fits) => (can = can.filter(fits)).length > 0;
  const isEntered = (one) => one === (augen ?? one) && most - one === (other ?? most - one);
  if (!keep((one) => isEntered(one) && (held === "mit" ? one : most - one) >= floor)) return null;
  if (sie && !keep((one) => one === most && (tricks ?? all) === all)) return null;
  const own = isSaid(augen ?? other) ? can[0] : null;

  const isWeak = limits.weak !== null && trumps <= prices.weak_trumps;
  const earlier = count(game.stoss) % 2 && limits.after_stoss !== null ? limits.won - limits.after_stoss : 0;
  const least = (target ?? (isWeak ? limits.weak : limits.won)) - earlier;
  if (limits.weak !== null && !isSaid(target ?? trumps) && own === least - 1 && result !== "lost") return null;
  const voids = own !== null && own === limits.void && least === limits.won;
  if (voids && !isSaid(revoke) && !few && !none) return result ? null : { void: true };

  const wins = (one) => (bySweep ? one === edge : one >= least && (!few || one >= most - limits.opponent_schneider));
  const swept = () => {
    const byAugen = none && prices.schwarz_by === "augen" && own === most;
    if (byAugen || isSaid(tricks)) return byAugen || tricks === made;
    if (!can.includes(edge)) return false;
    if (game.schwarz && (own !== null || result !== "lost")) return true;
    return trickless || tout || result || own === null ? null : false;
  };
  let won = sie || (bySweep ? swept() : can.every(wins) || (can.some(wins) ? null : false));
  if (won === null) {
    if (!result) return isSaid(revoke) ? {} : { open: true };
    won = result === "won";
    if ((won || !bySweep) && !keep((one) => wins(one) === won)) return null;
  } else if (result && (result === "won") !== won) return null;
  if (trickless) return { won, tier: "einfach" };

  let [schneider, schwarz] = [false, false];
  if (won || !(few || none || tout)) {
    const sweeps = won && (tout || sie || (none && prices.schwarz_by === "tricks"));
    const [empty, wanted, taken] = [won ? most : 0, won ? all : 0, sweeps ? all : tricks];
    const told = prices.schwarz_by === "augen" ? can.every((one) => one === empty) || null : isSaid(taken) ? taken === wanted : null;
    const known = told ?? (can.includes(empty) ? null : false);
    schwarz = game.schwarz ?? known ?? false;
    if (schwarz !== (known ?? schwarz)) return null;
    if (schwarz && known === null) can = [empty];
    const small = (one) => (won ? most - one <= limits.opponent_schneider : one <= limits.declarer_schneider);
    const sure = can.every(small) || !can.some(small);
    schneider = sure ? can.every(small) : game.schneider;
    if (sure && (game.schneider ?? schneider) !== schneider && !isSaid(revoke) && !tout) return null;
  }
  const announced = ["tout", "sie", "schneider_announced", "schwarz_announced"].filter((key) => game[key]).join("_");
  if (announced) return { won, tier: announced + (announced === "schneider_announced" && schwarz ? "_schwarz" : "") };
  return { won, tier: schwarz ? "schwarz" : schneider ? "schneider" : "einfach" };
};

// The steps of what doubles the game; null where it cannot be doubled so.
const doublings = (game, { kit, prices: { factors } }, known) => {
  const { bock = (known.includes("bock") && kit.bock) || 1 } = game;
  const [klopfer, stoss] = [count(game.klopfer), count(game.stoss)];
  const steps = [
    klopfer && { code: "klopfer", count: klopfer, factor: factors.klopfer[klopfer] },
    bock !== 1 && { code: "bock", factor: factors.bock.find((factor) => factor === bock) },
    stoss && { code: "stoss", count: stoss, factor: factors.stoss[stoss] },
  ].filter(Boolean);
  return steps.every(({ code, factor }) => factor && known.includes(code)) ? steps : null;
};
const times = (value, steps) => steps.reduce((product, step) => product * step.factor, value);

const declarerScore = (game, table) => {
  const { prices, active } = table;
  const { laufende = 0, laufende_side: held, revoke, declarer, partner, sie } = game;
  const contract = contractOf(game, prices);
  const end = contract && endOf(game, contract, prices);
  const doubled = contract && doublings(game, table, contract.factors);
  if (!end || end.open || !doubled) return end?.open ? end : null;
  const side = contract.parties === "pair" ? [declarer, partner] : [declarer];
  if (!side.every((seat) => active.includes(seat)) || side[0] === side[1]) return null;
  if (end.void) return scored(table);
  const rows = contract.subtotals.filter((row) => row.laufende === (sie ? 0 : laufende) && [held, null].includes(row.side));
  const rowOf = (won, tier) => rows.find((row) => row.result === (won ? "won" : "lost") && row.tier === tier);
  let [won, row] = [end.won, rowOf(end.won, end.tier)];
  if (end.tier && !row) return null;
  if (isSaid(revoke)) {
    won = !side.includes(revoke);
    const broken = rowOf(won, sie ? "revoke_sie" : "revoke");
    if (won !== end.won || !(row.value > broken?.value)) row = broken;
  }
  if (!row) return null;
  const score = scored(table, { value: times(row.value, doubled), steps: [...row.steps, ...doubled] });
  settle(score, table, side, won, prices.revoke === "offender_pays" ? revoke : undefined);
  if (contract.stock && (won || prices.stock.on_loss !== "keep")) moveStock(score, prices.stock, side, won);
  return score;
};

// Each winner with each loser, for half of it where partners share. Who sits out pays for himself.
const settle = ({ value, payouts }, { prices, active, out }, side, won, offender) => {
  const others = active.filter((seat) => !side.includes(seat));
  if (side.length === 1 && prices.sitting_out_pays) others.push(...out);
  const [winners, losers] = won ? [side, others] : [others, side];
  for (const winner of winners) {
    for (const loser of losers) {
      payouts[winner] += value / side.length;
      payouts[out.includes(loser) ? loser : (offender ?? loser)] -= value / side.length;
    }
  }
  if (prices.winners_only) payouts.forEach((_, seat) => (payouts[seat] = winners.includes(seat) ? value : 0));
};

const moveStock = (score, { mode, cap }, side, won) => {
  const takers = mode === "partners" ? side : side.slice(0, 1);
  const share = Math.floor(score.stock / takers.length);
  const each = won ? Math.min(share, cap ?? share) : -share;
  for (const seat of takers) score.payouts[seat] += each;
  score.stock -= each * takers.length;
};

// How a Ramsch ended: {open}, {void}, {durchmarsch} or {losers}, with its Jungfrauen; null where that cannot be.
const ramschEnd = ({ augen_by_seat, tricks_by_seat, jungfrauen: named = [], loser }, { prices, players, active }) => {
  const { ramsch, augen: possible } = prices;
  const pileOf = (pile, all) => {
    const isWhole = pile?.length === players && [pile, active.map((seat) => pile[seat])].every((part) => sum(part) === all);
    return isWhole ? pile : pile && (sum(pile) < all ? "open" : "wrong");
  };
  const [augen, tricks] = [pileOf(augen_by_seat, possible.at(-1)[1]), pileOf(tricks_by_seat, prices.tricks)];
  if (augen === "open" || tricks === "open") return { open: true };
  if (tricks === "wrong" || (augen && ![...augen].every((one) => spread(possible).includes(one)))) return null;
  const jungfrauen = tricks ? active.filter((seat) => !tricks[seat]) : named;
  if (named.some((seat) => augen?.[seat] || !jungfrauen.includes(seat))) return null;

  const isAlone = (seat) => jungfrauen.length === active.length - 1 && !jungfrauen.includes(seat);
  const durchmarsch = active.find((seat) => isAlone(seat) || (ramsch.durchmarsch_from !== null && augen?.[seat] >= ramsch.durchmarsch_from));
  if (isSaid(durchmarsch)) return isSaid(loser) ? null : { durchmarsch, jungfrauen };
  if (!augen && !isSaid(loser)) return { open: true };
  const top = (pile, seats) => seats.filter((seat) => pile[seat] === Math.max(...seats.map((other) => pile[other])));
  let losers = augen ? top(augen, active) : [loser];
  if (losers.length === active.length) return { void: true };
  if (augen && ramsch.losers === 2) {
    const order = [...active].sort((a, b) => augen[b] - augen[a] || (tricks ?? augen)[b] - (tricks ?? augen)[a]);
    losers = active.filter((seat) => order.indexOf(seat) < 2);
  } else if (augen && ramsch.tie === "tricks") {
    losers = tricks ? top(tricks, losers) : losers.includes(loser) ? [loser] : losers;
  }
  return losers.includes(loser ?? losers[0]) && (augen || !jungfrauen.includes(loser)) ? { losers, jungfrauen } : null;
};

const ramschScore = (game, table) => {
  const { ramsch } = table.prices;
  const end = ramsch && ramschEnd(game, table);
  const doubled = ramsch && doublings(game, table, ramsch.factors);
  if (!end || end.open || !doubled) return end?.open ? end : null;
  if (end.void) return scored(table);
  const { durchmarsch, losers = [], jungfrauen } = end;
  const counted = ramsch.losers === 2 && game.augen_by_seat ? 0 : jungfrauen.length;
  const price = isSaid(durchmarsch) ? ramsch.durchmarsch : (ramsch.jungfrauen[counted - 1] ?? ramsch.plain);
  if (!price) return null;
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
  if (stake === null) return null;
  const payouts = scored(table).payouts.map((_, seat) => (table.active.includes(seat) ? -stake : 0));
  return scored(table, { value: stake, payouts, steps: [{ code: "stake", amount: stake }], stock: table.stock - sum(payouts) });
};

const scoreOf = (game, kit) => {
  const table = tableOf(game, kit);
  const score = { all_pass: allPass, ramsch: ramschScore }[game.contract] ?? declarerScore;
  return (table && !game.protocol && score(game, table)) || null;
};

// {value, payouts, steps, void, stock}; null where something is missing, or cannot be, or where cards say more.
// Stock and Bock are those of the kit where the game says nothing.
export const priced = (game, kit) => {
  const score = scoreOf(game, kit);
  return score?.open ? null : score;
};

// Whether nothing tells yet how the game ended.
export const isOpen = (game, kit) => Boolean(scoreOf(game, kit)?.open);

const figure = (units, { figures: { decimal, group, places } }, plus = "") => {
  const digits = String(Math.abs(units)).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, group);
  return (units < 0 ? "\u2212" : plus) + whole + (places ? decimal + digits.slice(-places) : "");
};

// "20 Grundpreis + 10 Schneider = 30, mal 2 (1 Klopfer) = 0,60 €"; "" where the game does not count.
export const sumInWords = ({ steps, value }, kit) => {
  const { words, steps: names, figures } = kit;
  const [added, factors] = ["amount", "factor"].map((key) => steps.filter((step) => isSaid(step[key])));
  const parts = added.map(({ amount, code }) => `${amount} ${names[code]}`).join(" + ");
  const subtotal = added.length > 1 && factors.length ? ` = ${sum(added.map((step) => step.amount))}` : "";
  const more = factors.map(({ code, count, factor }) => {
    const reason = (code === "klopfer" ? `${count} ` : "") + names[code];
    return `, ${words.times.replace("{factor}", factor).replace("{reason}", reason)}`;
  });
  const worth = (value === 1 ? figures.one : figures.many).replace("{amount}", figure(value, kit));
  return steps.length ? `${parts}${subtotal}${more.join("")} = ${worth}` : "";
};

// "Sepp +1,20 · Vroni −1,20"; names by seat.
export const paidInWords = ({ payouts }, kit, names) =>
  payouts.flatMap((units, seat) => (units ? [`${names[seat]} ${figure(units, kit, "+")}`] : [])).join(" · ");

// Both in one sentence.
export const inWords = (found, kit, names) =>
  [sumInWords(found, kit), paidInWords(found, kit, names)].filter(Boolean).join(": ") || kit.words.void;

// How a game with a declarer ended, as far as anything tells: {open}, {void} or {won, tier}; null where that cannot be.
export const ended = (game, kit) => {
  const contract = contractOf(game, kit.prices);
  return contract ? endOf(game, contract, kit.prices) : null;
};
