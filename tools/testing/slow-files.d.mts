export function mayHaveSlowTests(file: string): boolean
