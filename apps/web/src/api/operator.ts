import { type Operator, operator } from '@finlist/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { ask } from './ask.ts'
import { read, write } from './storage.ts'

const unknown: Operator = {
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
  demo: false,
  demoData: false,
}

/** Who runs this FinList. What was last known is shown at once and asked again in the background. */
export function useOperator(): Operator {
  const { data } = useQuery({
    queryKey: [operator.path],
    queryFn: async ({ signal }) => {
      const facts = await ask(operator, { signal })
      write('operator', facts)
      return facts
    },
    staleTime: 10 * 60_000,
  })
  return data ?? read('operator') ?? unknown
}
