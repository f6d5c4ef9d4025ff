export type Selection = 'fast' | 'rest' | 'all'
export type Asked = {
  patterns: string[]
  shard: string | undefined
  since: string
  changed: boolean
  watch: boolean
  full: boolean
  rest: boolean
  slow: boolean
  tests: Selection
  stories: Selection
  runsChecks: boolean
  runsStories: boolean
}

/** @throws RangeError naming the wrong option */
export function asked(typed: readonly string[]): Asked
