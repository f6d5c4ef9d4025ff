/** The kinds of alert that a user can set. */
export const alertKinds = [
  'price-above',
  'price-below',
  'move',
  'volume',
  'buy-point',
  'stop',
  'chase',
  'profit-alert',
  'shareholding',
  'issue',
  'entered',
  'left',
  'state',
  'screen',
] as const
export type AlertKind = (typeof alertKinds)[number]
