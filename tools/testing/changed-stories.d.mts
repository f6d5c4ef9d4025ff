export function storiesToRun(stories: readonly string[], ref: string): string[]
export function touches(file: string, story: string): boolean
