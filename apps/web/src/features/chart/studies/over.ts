import type { Values } from './study-kind.ts'

type Streaming<Input, Result> = { add: (input: Input) => Result | null }

/** Runs a streaming indicator over all bars, and returns its results as named lines. */
export function over<Input, Result extends object>(inputs: readonly Input[], indicator: Streaming<Input, Result>) {
  const found = inputs.map(input => indicator.add(input))
  return (name: keyof Result): Values => found.map(it => (it?.[name] as number | undefined) ?? null)
}

/** Runs a single-value streaming indicator over all bars. */
export const oneOver = <Input>(inputs: readonly Input[], indicator: Streaming<Input, number>): Values =>
  inputs.map(input => indicator.add(input))
