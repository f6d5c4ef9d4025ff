import type { StudyKind } from './study-kind.ts'

/** Lazy-loaded. All kinds of study, by type. */
export const allKinds: Readonly<Record<string, StudyKind>> = Object.fromEntries(
  Object.entries(import.meta.glob<StudyKind>('./kinds/*.ts', { eager: true, import: 'default' })).map(
    ([file, kind]) => [file.slice('./kinds/'.length, -'.ts'.length), kind],
  ),
)
