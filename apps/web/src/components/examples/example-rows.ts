/** A cell: its text as it is in both languages, the key of a text, or a change in percent. */
export type Cell = { says: string } | { key: RowKey } | { change: number }
type RowKey = 'base.cwh' | 'base.flat' | 'above' | 'move' | 'list' | 'fired' | 'waits' | 'up' | 'changes' | 'target'

type Heading = 'stock' | 'buy' | 'price' | 'profit' | 'close' | 'score' | 'base' | 'alert' | 'state' | 'what' | 'today'
export type Row = { code?: string; name: 'kestrel' | 'heron' | 'plover' | 'hk'; cells: readonly Cell[] }

/** Invented rows, as each page would show them. The first heading is that of the name. */
export const examples = {
  watchlist: {
    heads: ['stock', 'buy', 'price', 'profit'],
    rows: [
      { code: '0101', name: 'kestrel', cells: [{ says: '48.20' }, { says: '54.60' }, { change: 13.28 }] },
      { code: '0202', name: 'heron', cells: [{ says: '12.40' }, { says: '11.90' }, { change: -4.03 }] },
      { code: '0303', name: 'plover', cells: [{ says: '31.00' }, { says: '33.85' }, { change: 9.19 }] },
    ],
  },
  finder: {
    heads: ['stock', 'close', 'score', 'base'],
    rows: [
      { code: '0101', name: 'kestrel', cells: [{ says: '54.60' }, { says: '93' }, { key: 'base.cwh' }] },
      { code: '0303', name: 'plover', cells: [{ says: '33.85' }, { says: '88' }, { key: 'base.flat' }] },
      { code: '0202', name: 'heron', cells: [{ says: '11.90' }, { says: '81' }, { key: 'base.cwh' }] },
    ],
  },
  alerts: {
    heads: ['stock', 'alert', 'state'],
    rows: [
      { code: '0101', name: 'kestrel', cells: [{ key: 'above' }, { key: 'fired' }] },
      { code: '0202', name: 'heron', cells: [{ key: 'move' }, { key: 'waits' }] },
      { name: 'hk', cells: [{ key: 'list' }, { key: 'waits' }] },
    ],
  },
  today: {
    heads: ['what', 'today'],
    rows: [
      { name: 'hk', cells: [{ key: 'up' }] },
      { name: 'hk', cells: [{ key: 'changes' }] },
      { code: '0101', name: 'kestrel', cells: [{ key: 'target' }] },
    ],
  },
} as const satisfies Record<string, { heads: readonly [Heading, ...Heading[]]; rows: readonly Row[] }>

export type ExampleOf = keyof typeof examples
