import type { Operator } from '@finlist/contract/staff/operator'
import { useQuery } from '@tanstack/react-query'
import { operatorFacts } from './operator-facts.ts'
import { read } from './storage.ts'

/** Placeholder until the operator's facts are loaded. */
export const unknownOperator: Operator = {
  brand: 'FinList',
  badge: { text: 'Genuine', tooltip: 'Amelia' },
  website: '',
  socialPage: '',
  whatsApp: '',
  serviceEmail: '',
  phone: '',
  terms: '',
  privacy: '',
  referralPerson: { en: 'Amelia', zh: 'Amelia' },
  analyticsId: '',
  pixelId: '',
  signInSettings: '',
  finderColumns: 'full',
  shareholdingForbiddenView: 'upgrade',
  buyPriceStep: { finList: 0.0001, finder: 0.01 },
  videoEmbed: '',
  deviceLimit: 3,
  faqVideos: { ios: '', android: '', club: '' },
  chartWidget: false,
  datafeedTokens: false,
  trackRecord: false,
  demo: false,
  demoData: false,
  payments: 'none',
}

/** The operator's facts. Returns the stored ones immediately and refetches them in the background. */
export function useOperator(): Operator {
  const { data } = useQuery(operatorFacts)
  return data ?? read('operator') ?? unknownOperator
}
