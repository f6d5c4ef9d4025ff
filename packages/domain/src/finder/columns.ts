/** A row as Finder screens it. Changes in percent, volume in shares; null where unknown. */
export type ScreenedRow = {
  stockCode: string
  subSector: string
  close: number
  closeChange: number | null
  volume: number | null
  percivalScore: number
}

/** What a row holds in a column: texts compare as text, figures as numbers of their unit. */
export type ScreenColumn =
  | { text: (row: ScreenedRow) => string }
  | { figure: (row: ScreenedRow) => number | null; unit?: 'percent' | 'shares' }

/** What Finder filters by, in the order in which it offers them. */
export const screenColumns = {
  stockCode: { text: ({ stockCode }) => stockCode },
  subSector: { text: ({ subSector }) => subSector },
  close: { figure: ({ close }) => close },
  closeChange: { figure: ({ closeChange }) => closeChange, unit: 'percent' },
  volume: { figure: ({ volume }) => volume, unit: 'shares' },
  percival_score: { figure: ({ percivalScore }) => percivalScore },
} as const satisfies Record<string, ScreenColumn>

export type ScreenColumnName = keyof typeof screenColumns
export const screenColumnNames = Object.keys(screenColumns) as [ScreenColumnName, ...ScreenColumnName[]]

/** The unit of a column's figures; undefined for texts and plain numbers. */
export function unitOf(name: ScreenColumnName): 'percent' | 'shares' | undefined {
  const column: ScreenColumn = screenColumns[name]
  return 'figure' in column ? column.unit : undefined
}
