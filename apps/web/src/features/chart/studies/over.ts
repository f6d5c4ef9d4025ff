import type { Values } from './study-kind.ts'

type Streaming<Input, Result> = { add: (input: Input) => Result | null }

/** The results of a streaming indicator at each bar, as lines by name. */
export function over<Input, Result extends object>(inputs: readonly Input[], indicator: Streaming<Input, Result>) {
  const found = inputs.map(input => indicator.add(input))
  return (name: keyof Result): Values => found.map(it => (it?.[name] as number | undefined) ?? null)
}

/** The result of a single-value streaming indicator at each bar. */
export const oneOver = <Input>(inputs: readonly Input[], indicator: Streaming<Input, number>): Values =>
  inputs.map(input => indicator.add(input))
