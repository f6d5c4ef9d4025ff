/**
 * A participant's holding of a stock. `leadsTo`: the history of the stock or participant named in the line; `back`: the
 * line to draw in that history.
 */
export type Line = {
  id: string
  name: string
  shareholding: number
  shareholdingPercent: number
  dayChange: number | null
  weekChange: number | null
  percents: readonly (number | null)[]
  leadsTo: { stock: string } | { participant: string }
  back: string
  onward: string
}
