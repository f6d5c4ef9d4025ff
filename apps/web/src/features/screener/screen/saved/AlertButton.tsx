import { alerts, deleteAlert, setAlert } from '@finlist/contract/alerts'
import type { SavedScreen } from '@finlist/contract/screener'
import { useQuery } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { useState } from 'react'
import { callQuery } from '../../../../api/query-client.ts'
import { request } from '../../../../api/request.ts'
import { failureText } from '../../../../components/failure-text.ts'
import { showAlert } from '../../../../components/notices/show-alert.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/button.tsx'

/** Sets or deletes the screen's daily alerts, one for each of its markets. */
export function AlertButton({ screen: { screenId, markets } }: { screen: SavedScreen }) {
  const t = useTranslation('screener')
  const [isBusy, setBusy] = useState(false)
  const { data, refetch } = useQuery(callQuery(alerts))
  const own = (data?.alerts ?? []).filter(({ screen }) => screen?.screenId === screenId)
  const isOn = own.length > 0
  const toggle = async () => {
    setBusy(true)
    try {
      if (isOn) for (const { alertId } of own) await request(deleteAlert, { params: { alertId: String(alertId) } })
      else for (const exchange of markets) await request(setAlert, { body: { kind: 'screen', exchange, screenId } })
      if (!isOn) void showAlert(t('alert.set'))
    } catch (error) {
      console.error(error)
      void showAlert(failureText(error, t))
    } finally {
      await refetch()
      setBusy(false)
    }
  }
  return (
    <Button aria-pressed={isOn} disabled={!data || isBusy} onClick={() => void toggle()} className="px-3! text-13!">
      {isOn ? <BellRing size={15} aria-hidden /> : <Bell size={15} aria-hidden />}
      {t(isOn ? 'alert.on' : 'alert')}
    </Button>
  )
}
