/**
 * Kinds of doubt about a stock's prices, most of them after a large move:
 * - `move`: too few bars follow the move to explain it;
 * - `spike`: prices returned to the old level;
 * - `split`: prices stayed near a split's ratio, and no known action explains that;
 * - `unit`: prices stayed at a hundred times their level or a hundredth of it, and volumes did not change inversely: a
 *   sign of prices in pence, for example;
 * - `action`: a source reports a corporate action that contradicts the prices. The action is not recorded until staff
 *   decide.
 */
export const doubtKinds = ['move', 'spike', 'split', 'unit', 'action'] as const
export type DoubtKind = (typeof doubtKinds)[number]
