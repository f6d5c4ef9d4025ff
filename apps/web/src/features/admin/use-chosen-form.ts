import { useSearchParams } from 'react-router'

/** The forms in the order of the list. */
export const formIds = [
  'finlist',
  'stocks',
  'prices',
  'simulator-stocks',
  'game-levels',
  'patterns',
  'videos',
  'markettrend',
  'trend',
  'shareholding',
  'movers',
  'profit-alerts',
  'seminar',
  'club-link',
  'messages',
] as const
export type FormId = (typeof formIds)[number]

export const addressOf = (form: FormId) => `?form=${form}`

/** The form that the address names, else the first. */
export function useChosenForm(): FormId {
  const [named] = useSearchParams()
  return formIds.find(id => id === named.get('form')) ?? formIds[0]
}
