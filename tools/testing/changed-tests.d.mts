export function testsToRun(files: readonly string[], ref: string, tell?: (line: string) => void): string[]
export function testsTouched(
  changed: readonly string[],
  texts: ReadonlyMap<string, string>,
): { tests: Set<string>; wide: string[] }
