import { useOperator } from '../api/operator.ts'
import { useTranslation } from '../i18n/texts.ts'

/** Labels files of market data in a demo: in their name, and with a note in every line. */
export function useDemoFiles() {
  const t = useTranslation()
  const { demoData } = useOperator()
  return {
    /** The file name, in a demo with the word for demo data before the extension. */
    nameOf: (name: string, ending = 'csv') => `${demoData ? `${name} ${t('demo.short')}` : name}.${ending}`,
    note: demoData ? t('demo') : '',
  }
}
