// What a game costs, without a network: found in the price table that the server sent, then multiplied.

const NUMBERS = ["augen", "opponent_augen", "tricks", "target", "caller_trumps", "laufende"];
const SEATS = ["declarer", "partner", "loser", "revoke", "klopfer", "stoss", "jungfrauen"];

const isSaid = (value) => value !== undefined && value !== null;
const count = (said) => (Array.isArray(said) ? said.length : said);
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const spread = (ranges) => ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, step) => from + step));
const bare = (game) => Object.fromEntries(Object.entries(game).filter(([, value]) => isSaid(value)));

// The table of a game: who plays, who sits out, what lies in the Stock; null where seats are wrong.
const tableOf = (game, kit) => {
  const { players = 4, sitting_out: out = [], dealer = 0, stock = kit.stock ?? 0 } = game;
  if (out.length !== players - 4 || players > 7 || dealer >= players) return null;
  const active = Array.from({ length: players }, (_, seat) => seat).filter((seat) => !out.includes(seat));
  const lists = SEATS.map((key) => game[key]).filter(Array.isArray);
  const named = [...SEATS.slice(0, 4).flatMap((key) => game[key] ?? []), ...lists.flat()];
  const once = [game.klopfer, game.jungfrauen].every((seats) => !Array.isArray(seats) || new Set(seats).size === seats.length);
  const isSound = active.length === 4 && once && named.every((seat) => active.includes(seat));
  return isSound ? { kit, prices: kit.prices, players, active, out, stock } : null;
};
const scored = ({ players, stock }, more) => ({ value: 0, payouts: Array(players).fill(0), steps: [], void: !more, stock, ...more });

const contractOf = ({ contract, suit, partner }, { contracts }) =>
  contracts.findLast((one) => one.contract === contract && (!one.herz || suit === "herz") && (!one.alone || !isSaid(partner)));

// How a game with a declarer ended: {open} where nothing tells, {void}, or {won, tier}; null where that cannot be.
const endOf = (game, { thresholds: limits, floors }, prices) => {
  const { augen, opponent_augen: other, tricks, result, target, caller_trumps: trumps, revoke, tout, sie } = game;
  const { laufende = 0, laufende_side: held, stoss = 0, schneider_announced: few, schwarz_announced: none } = game;
  if (NUMBERS.some((key) => isSaid(game[key]) && !Number.isInteger(game[key])) || (laufende && !held)) return null;
  const [most, all, floor] = [prices.augen.at(-1)[1], prices.tricks, floors[laufende] ?? 0];
  const trickless = limits.won === null; // the declarer wins without a trick
  const [edge, made] = trickless ? [0, 0] : [most, all];
  const bySweep = trickless || tout || none;

  // What Augen the declarer's side can have had.
  let can = spread(isSaid(tricks) ? (prices.augen_by_tricks[tricks] ?? []) : prices.augen);
  const keep = (fits) => (can = can.filter(fits)).length > 0;
  const fits = (one) => one === (augen ?? one) && most - one === (other ?? most - one);
  if (!keep((one) => fits(one) && (held === "mit" ? one >= floor : one <= most - floor))) return null;
  if (sie && !keep((one) => one === most && (tricks ?? all) === all)) return null;
  const own = isSaid(augen ?? other) ? can[0] : null;

  const isWeak = limits.weak !== null && trumps <= prices.weak_trumps;
  const earlier = count(stoss) % 2 && limits.after_stoss !== null ? limits.won - limits.after_stoss : 0;
  const least = (target ?? (isWeak ? limits.weak : limits.won)) - earlier;
  if (limits.weak !== null && !isSaid(target ?? trumps) && own === least - 1 && result !== "lost") return null;
  const voids = own === limits.void && own !== null && least === limits.won;
  if (voids && !isSaid(revoke) && !few && !none) return result ? null : { void: true };

  const wins = (one) => (bySweep ? one === edge : one >= least && (!few || one >= most - limits.opponent_schneider));
  const swept = () => {
    const byAugen = none && prices.schwarz_by === "augen" && own === most;
    if (byAugen || isSaid(tricks)) return byAugen || tricks === made;
    if (!can.includes(edge)) return false;
    if (game.schwarz && (own !== null || result !== "lost")) return true;
    return trickless || tout || result || own === null ? null : false;
  };
  const byCards = () => (can.every(wins) ? true : can.some(wins) ? null : false);
  let won = sie || (bySweep ? swept() : byCards());
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
    const known = prices.schwarz_by === "augen" ? can.every((one) => one === empty) || null : isSaid(taken) ? taken === wanted : null;
    const certain = known ?? (can.includes(empty) ? null : false);
    if (certain !== null && (game.schwarz ?? certain) !== certain) return null;
    schwarz = certain ?? game.schwarz ?? false;
    if (schwarz && certain === null) can = [empty];
    const small = (one) => (won ? most - one <= limits.opponent_schneider : one <= limits.declarer_schneider);
    const sure = can.every(small) || !can.some(small);
    schneider = sure ? can.every(small) : game.schneider;
    if (sure && (game.schneider ?? schneider) !== schneider && !isSaid(revoke) && !tout) return null;
  }
  if (sie || tout) return { won, tier: sie ? "sie" : "tout" };
  if (none) return { won, tier: few ? "both_announced" : "schwarz_announced" };
  if (few) return { won, tier: schwarz ? "schneider_announced_schwarz" : "schneider_announced" };
  return { won, tier: schwarz ? "schwarz" : schneider ? "schneider" : "einfach" };
};

// The steps of what doubles the game; null where it cannot be doubled so.
const doublings = (game, { kit, prices: { factors } }, known) => {
  const { klopfer = 0, bock = (known.includes("bock") && kit.bock) || 1, stoss = 0 } = game;
  const counted = [["klopfer", count(klopfer)], ["stoss", count(stoss)]].map(([code, count]) => ({ code, count, factor: factors[code][count] }));
  const steps = [counted[0], { code: "bock", factor: factors.bock.find((factor) => factor === bock) }, counted[1]];
  const doubling = steps.filter((step) => step.count !== 0 && (step.code !== "bock" || step.factor !== 1));
  return doubling.every(({ code, factor }) => factor && known.includes(code)) ? doubling : null;
};
const times = (value, steps) => steps.reduce((product, step) => product * step.factor, value);

const declarerScore = (game, table) => {
  const { prices, active } = table;
  const { laufende = 0, laufende_side: held, revoke, declarer, partner } = game;
  const contract = contractOf(game, prices);
  const end = contract && endOf(game, contract, prices);
  const doubled = contract && doublings(game, table, contract.factors);
  if (!end || end.open || !doubled) return null;
  const side = contract.parties === "pair" ? [declarer, partner] : [declarer];
  if (!side.every((seat) => active.includes(seat)) || side[0] === side[1]) return null;
  if (end.void) return scored(table);
  const rowOf = (won, tier) =>
    contract.subtotals.find(
      (row) =>
        (row.result === "won") === won &&
        row.tier === tier &&
        row.laufende === (game.sie ? 0 : laufende) &&
        (row.side === null || row.side === held),
    );
  let { won } = end;
  let row = end.tier && rowOf(won, end.tier);
  if (isSaid(revoke)) {
    const breaks = rowOf(!side.includes(revoke), game.sie ? "revoke_sie" : "revoke");
    if (won !== !side.includes(revoke) || breaks?.value >= row?.value) row = breaks;
    won = !side.includes(revoke);
  }
  if (!row) return null;
  const value = times(row.value, doubled);
  const score = scored(table, { value, steps: [...row.steps, ...doubled] });
  settle(game, table, score, side, won);
  if (contract.stock) moveStock(prices.stock, score, side, won);
  return score;
};

const settle = ({ revoke }, { prices, active, out }, { value, payouts }, side, won) => {
  const others = active.filter((seat) => !side.includes(seat));
  if (side.length === 1 && prices.sitting_out_pays) others.push(...out);
  const [winners, losers] = won ? [side, others] : [others, side];
  const pay = (seats, each) => seats.forEach((seat) => (payouts[seat] = each));
  pay(winners, prices.winners_only ? value : (value * losers.length) / (won ? side.length : losers.length));
  if (prices.winners_only) return;
  pay(losers, (-value * winners.length) / (won ? winners.length : side.length));
  if (!isSaid(revoke) || prices.revoke !== "offender_pays") return;
  const share = sum(losers.map((seat) => payouts[seat]));
  pay(losers, 0);
  payouts[revoke] = share;
};

const moveStock = ({ mode, on_loss, cap }, score, side, won) => {
  if (!won && on_loss === "keep") return;
  const takers = mode === "partners" ? side : side.slice(0, 1);
  const share = Math.floor(score.stock / takers.length);
  const each = won ? Math.min(share, cap ?? share) : -share;
  takers.forEach((seat) => (score.payouts[seat] += each));
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
  const top = (pile, seats) => seats.filter((seat) => pile[seat] === Math.max(...seats.map((seat) => pile[seat])));
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
  if (!end || end.open || !doubled) return null;
  if (end.void) return scored(table);
  const { durchmarsch, losers, jungfrauen } = end;
  const special = ramsch.losers === 2 && isSaid(game.augen_by_seat) ? undefined : ramsch.jungfrauen[jungfrauen.length - 1];
  const price = losers ? (special ?? ramsch.plain) : ramsch.durchmarsch;
  if (!price) return null;
  const [base, ...more] = price.steps;
  const score = scored(table, { value: times(price.value, doubled), steps: [base, ...doubled, ...more] });
  // In the table seat 0 loses, or makes the Durchmarsch; seat 1 is a Jungfrau where there is one, seat 3 never.
  const [made, jungfrau, other] = [0, 1, 3].map((seat) => times(price.payouts[seat], doubled));
  for (const seat of table.active) score.payouts[seat] = seat === durchmarsch ? made : jungfrauen.includes(seat) && losers ? jungfrau : other;
  if (!losers) return score;
  for (const seat of losers) score.payouts[seat] = 0;
  const paid = sum(score.payouts);
  losers.forEach((seat, place) => (score.payouts[seat] = -Math.floor((paid + losers.length - 1 - place) / losers.length)));
  return score;
};

const allPass = (_game, table) => {
  const { prices, active } = table;
  const { stake } = prices;
  if (prices.stock.mode === "off") return scored(table);
  if (stake === null) return null;
  const score = scored(table, { value: stake, steps: [{ code: "stake", amount: stake }], stock: table.stock + stake * active.length });
  active.forEach((seat) => (score.payouts[seat] = -stake));
  return score;
};

// {value, payouts, steps, void, stock}; null where something is missing, or cannot be, or where cards say more.
// Stock and Bock are those of the kit where the game says nothing.
export const priced = (entered, kit) => {
  const game = bare(entered);
  const table = tableOf(game, kit);
  const score = { all_pass: allPass, ramsch: ramschScore }[game.contract] ?? declarerScore;
  return table && !game.protocol ? score(game, table) : null;
};

// Whether nothing tells yet how the game ended.
export const isOpen = (entered, kit) => {
  const game = bare(entered);
  const [table, contract] = [tableOf(game, kit), contractOf(game, kit.prices)];
  if (game.protocol || !table) return false;
  if (game.contract === "ramsch") return Boolean(kit.prices.ramsch && ramschEnd(game, table)?.open);
  return Boolean(contract && endOf(game, contract, kit.prices)?.open);
};

export const figure = (units, { figures: { decimal, group, places } }, { sign = false } = {}) => {
  const digits = String(Math.abs(units)).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, group);
  return (units < 0 ? "\u2212" : sign && units ? "+" : "") + whole + (places ? decimal + digits.slice(-places) : "");
};

export const amount = (units, kit) => {
  const { one, many } = kit.figures;
  return (Math.abs(units) === 1 ? one : many).replace("{amount}", figure(units, kit));
};

// "20 Grundpreis + 10 Schneider = 30, mal 2 (1 Klopfer) = 0,60 €"; "" where the game does not count.
export const sumInWords = ({ steps, value }, kit) => {
  const [added, factors] = ["amount", "factor"].map((key) => steps.filter((step) => isSaid(step[key])));
  const parts = added.map((step) => `${step.amount} ${kit.steps[step.code]}`).join(" + ");
  const subtotal = added.length > 1 && factors.length ? ` = ${sum(added.map((step) => step.amount))}` : "";
  const more = factors.map(({ code, count, factor }) => {
    const reason = (code === "klopfer" ? `${count} ` : "") + kit.steps[code];
    return `, ${kit.words.times.replace("{factor}", factor).replace("{reason}", reason)}`;
  });
  return steps.length ? `${parts}${subtotal}${more.join("")} = ${amount(value, kit)}` : "";
};

// "Sepp +1,20 · Vroni −1,20"; names by seat.
export const paidInWords = ({ payouts }, kit, names) =>
  payouts.flatMap((units, seat) => (units ? [`${names[seat]} ${figure(units, kit, { sign: true })}`] : [])).join(" · ");

// Both in one sentence.
export const inWords = (found, kit, names) =>
  [sumInWords(found, kit), paidInWords(found, kit, names)].filter(Boolean).join(": ") || kit.words.void;
