import { useOperator } from '../api/operator.ts'
import { useTranslation } from '../i18n/texts.ts'

/** In a demo, labels exported files of market data: in the file's name, and with a note in every line. */
export function useDemoFiles() {
  const t = useTranslation()
  const { demoData } = useOperator()
  return {
    /** The file name. In a demo, the word for demo data precedes the extension. */
    nameOf: (name: string, ending = 'csv') => `${demoData ? `${name} ${t('demo.short')}` : name}.${ending}`,
    note: demoData ? t('demo') : '',
  }
}
