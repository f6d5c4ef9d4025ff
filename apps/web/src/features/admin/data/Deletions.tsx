import { type PriceDeletion, restorePrices } from '@finlist/contract/staff/data'
import type { ExchangeId } from '@finlist/domain/markets'
import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { showAlert } from '../../../components/notices/show-alert.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { useChange } from './use-change.ts'
import { useDeletedWhat } from './use-deleted-what.ts'

type Props = { exchange: ExchangeId; deletions: readonly PriceDeletion[] }

/** A market's deleted prices, each with the reason and a button to restore it. */
export function Deletions({ exchange, deletions }: Props) {
  const t = useTranslation('admin')
  if (deletions.length === 0) return null
  return (
    <ul aria-label={t('data.deletions')} className="mt-6 max-w-180 border-t border-line">
      {deletions.map(deletion => (
        <Deletion key={deletion.deletionId} exchange={exchange} deletion={deletion} />
      ))}
    </ul>
  )
}

function Deletion({ exchange, deletion }: { exchange: ExchangeId; deletion: PriceDeletion }) {
  const t = useTranslation('admin')
  const restore = useChange(restorePrices)
  const { deletionId, bars, reason, by, at, restoredBy } = deletion
  const what = useDeletedWhat()(deletion)
  const putBack = async () => {
    const { restored } = await restore.mutateAsync({ body: { exchange, deletionId } })
    await showAlert(t('data.restored', { count: restored }))
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 text-13">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-strong">{what}</span> · {t('data.deleted', { count: bars })}
        <span className="block text-faded">
          {hongKongDate(at)} · {by} · {reason}
        </span>
      </p>
      {restoredBy === null ? (
        <Button
          className="px-3 font-normal md:min-h-8 md:text-13"
          disabled={restore.isPending}
          aria-label={t('data.restore.named', { what })}
          onClick={() => void putBack().catch(() => undefined)}
        >
          {t('data.restore')}
        </Button>
      ) : (
        <span className="text-faded">{t('data.restored.by', { by: restoredBy })}</span>
      )}
    </li>
  )
}
