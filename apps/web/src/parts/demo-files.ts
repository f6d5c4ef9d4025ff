import { useOperator } from '../api/operator.ts'
import { useTranslation } from '../i18n/texts.ts'

/** How files of market data are labelled in a demo: in their name, and with a note in every line. */
export function useDemoFiles() {
  const t = useTranslation()
  const { demoData } = useOperator()
  return {
    /** The name with the word for demo data before its ending, in a demo. */
    nameOf: (name: string, ending = 'csv') => `${demoData ? `${name} ${t('demo.short')}` : name}.${ending}`,
    note: demoData ? t('demo') : '',
  }
}
