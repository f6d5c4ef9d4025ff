export function storiesToRun(stories: readonly string[], ref: string): string[]
export function touches(file: string, story: string, features?: ReadonlyMap<string, readonly string[]>): boolean
