import { useEffect } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { LeaveGuard } from '../../parts/leave-guard.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ClubLinkForm } from './ClubLinkForm.tsx'
import { FinListForm } from './FinListForm.tsx'
import { FormList } from './FormList.tsx'
import { GameLevelsForm } from './GameLevelsForm.tsx'
import { MarketTrendForm } from './MarketTrendForm.tsx'
import { MessageHistory } from './MessageHistory.tsx'
import { MessagesForm } from './MessagesForm.tsx'
import { MoversForm } from './MoversForm.tsx'
import { PatternsForm } from './PatternsForm.tsx'
import { PricesForm } from './PricesForm.tsx'
import { ProfitAlertsForm } from './ProfitAlertsForm.tsx'
import { SeminarForm } from './SeminarForm.tsx'
import { ShareholdingForm } from './ShareholdingForm.tsx'
import { SimulatorStocksForm } from './SimulatorStocksForm.tsx'
import { StocksForm } from './StocksForm.tsx'
import { TrendForm } from './TrendForm.tsx'
import { UploadHistory } from './UploadHistory.tsx'
import { type FormId, useChosenForm } from './use-chosen-form.ts'
import { useIsUploading } from './use-upload.ts'
import { VideosForm } from './VideosForm.tsx'

const forms = {
  finlist: FinListForm,
  stocks: StocksForm,
  prices: PricesForm,
  'simulator-stocks': SimulatorStocksForm,
  'game-levels': GameLevelsForm,
  patterns: PatternsForm,
  videos: VideosForm,
  markettrend: MarketTrendForm,
  trend: TrendForm,
  shareholding: ShareholdingForm,
  movers: MoversForm,
  'profit-alerts': ProfitAlertsForm,
  seminar: SeminarForm,
  'club-link': ClubLinkForm,
  messages: MessagesForm,
}

const withoutRecord: readonly FormId[] = ['messages', 'seminar', 'club-link']

/** The forms for data and messages, one at a time, and the history of what was loaded or sent. */
export default function UploadScreen() {
  const t = useTranslation('admin')
  const chosen = useChosenForm()
  const busy = useIsUploading()
  useEffect(ignoreStrayDrops, [])
  const Form = forms[chosen]
  return (
    <>
      <PageHeader title={t('screen.admin-upload')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 md:grid-cols-[12rem_minmax(0,44rem)]">
        <FormList chosen={chosen} busy={busy} />
        <Form />
      </div>
      {chosen === 'messages' && <MessageHistory />}
      {!withoutRecord.includes(chosen) && <UploadHistory />}
      {busy && <LeaveGuard text={t('leave.text')} />}
    </>
  )
}

/** A file dropped beside its field would be opened by the browser, and the page and its input would be lost. */
function ignoreStrayDrops() {
  const gone = new AbortController()
  for (const kind of ['dragover', 'drop'] as const)
    addEventListener(
      kind,
      event => {
        if (!event.defaultPrevented && event.dataTransfer) event.dataTransfer.dropEffect = 'none'
        event.preventDefault()
      },
      gone,
    )
  return () => gone.abort()
}
