import { type ImportKind, importKinds } from '@finlist/contract/staff/imports'
import { useSearchParams } from 'react-router'

const others = ['trend', 'seminar', 'club-link', 'messages'] as const
export type FormId = ImportKind | (typeof others)[number]

/** The forms in display order. The form for a market's state comes next to the form for its breadth. */
export const formIds: readonly FormId[] = [
  ...importKinds.flatMap((kind): FormId[] => (kind === 'markettrend' ? [kind, 'trend'] : [kind])),
  ...others.filter(id => id !== 'trend'),
]

export const isImport = (id: FormId): id is ImportKind => importKinds.some(kind => kind === id)

export const addressOf = (form: FormId) => `?form=${form}`

/** The form named in the address, else the first one. */
export function useChosenForm(): FormId {
  const [named] = useSearchParams()
  return formIds.find(id => id === named.get('form')) ?? importKinds[0]
}
