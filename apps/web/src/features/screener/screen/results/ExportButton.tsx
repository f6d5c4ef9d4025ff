import { exportScreen } from '@finlist/contract/screener'
import { csvText, withNote } from '@finlist/domain/csv'
import type { FigureName } from '@finlist/domain/screener/figures'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { request } from '../../../../api/request.ts'
import { useDemoFiles } from '../../../../components/demo-files.ts'
import { failureText } from '../../../../components/failure-text.ts'
import { showAlert } from '../../../../components/notices/show-alert.ts'
import { saveFile } from '../../../../components/save-file.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import { suffixOf } from '../columns.tsx'
import { type Asked, bodyOf } from '../queries.ts'

/** Saves every match as CSV, with the names of the figures in queries as its heads. */
export function ExportButton({ asked, figures }: { asked: Asked; figures: readonly FigureName[] }) {
  const t = useTranslation('screener')
  const demo = useDemoFiles()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { markets, rows } = await request(exportScreen, { body: bodyOf(asked, figures) })
      const kept = markets.filter(({ leftOut }) => leftOut === undefined)
      if (kept.length === 0) return void showAlert(t('export.none'))
      const head = ['market', 'stockCode', 'stockName', 'stockNameZh', 'priceDate', ...figures]
      const dateOf = new Map(kept.map(({ exchange, date }) => [exchange, date]))
      const lines = rows.map(({ exchange, stockCode, stockName, stockNameZh, tradedOn, values }) => [
        exchange,
        stockCode,
        stockName,
        stockNameZh,
        tradedOn ?? dateOf.get(exchange) ?? '',
        ...values.map(value => (typeof value === 'boolean' ? Number(value) : value)),
      ])
      const name = ['screen', ...kept.map(({ exchange }) => suffixOf(exchange)), kept[0]!.date].join(' ')
      saveFile(demo.nameOf(name), `\uFEFF${csvText(withNote([head, ...lines], demo.note))}`, 'text/csv')
    } catch (error) {
      console.error(error)
      void showAlert(failureText(error, t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="quiet"
      disabled={isBusy}
      onClick={() => void save()}
      className="px-0! text-13! font-normal! text-accent! max-md:w-11"
    >
      <Download size={15} aria-hidden />
      <span className="max-md:sr-only">{t('export')}</span>
    </Button>
  )
}
