import { groups, type Kind } from './kind.ts'

const files = import.meta.glob<Kind>('./kinds/*.ts', { import: 'default', eager: true })

/** All kinds of drawing, in the order of their tools. */
export const kinds: readonly Kind[] = Object.values(files).toSorted(
  (a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.rank - b.rank,
)

const byType = new Map(kinds.map(kind => [kind.type, kind]))
export const kindOf = (type: string) => byType.get(type)
