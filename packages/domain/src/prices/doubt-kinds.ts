/**
 * Kinds of doubt about a stock's prices, most of them after a large move:
 * - `move`: too few bars follow the move to explain it;
 * - `spike`: prices returned to the old level;
 * - `split`: prices stayed near a split's ratio, and no known action explains that;
 * - `unit`: prices stayed at a hundred times or a hundredth, and volumes did not change the other way, as with prices
 *   in pence;
 * - `action`: a source reports a corporate action that contradicts the prices. The action is not recorded until staff
 *   decide.
 */
export const doubtKinds = ['move', 'spike', 'split', 'unit', 'action'] as const
export type DoubtKind = (typeof doubtKinds)[number]
