/** A participant's holding of a stock. `leadsTo` is the history of what the line names, with `back` drawn. */
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
