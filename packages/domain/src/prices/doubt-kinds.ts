/**
 * Kinds of doubt about a stock's prices. `move`: a large move whose following bars are not there yet; `spike`: the bars
 * after it went back; `split`: they stayed near a split's ratio, and no action is known that explains it; `unit`: they
 * stayed at a hundred times or a hundredth, and volumes did not change the other way, as with prices in pence;
 * `action`: a source reports a corporate action that contradicts the prices, and it is not recorded until staff decide.
 */
export const doubtKinds = ['move', 'spike', 'split', 'unit', 'action'] as const
export type DoubtKind = (typeof doubtKinds)[number]
