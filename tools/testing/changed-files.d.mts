export function changedSince(ref: string): string[]
export function projectTexts(): Map<string, string>
