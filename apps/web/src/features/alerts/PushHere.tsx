import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/call-error.ts'
import { type PushState, pushState, turnPushOff, turnPushOn } from '../../api/push.ts'
import { queryClient } from '../../api/query-client.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'

const query = { queryKey: ['push'], queryFn: pushState, staleTime: 0, gcTime: 0 }

/** Turns push messages for this browser on or off. The browser asks for permission only after a press. */
export function PushHere({ pushKey }: { pushKey: string | null }) {
  const t = useTranslation('channels')
  const { data: state } = useQuery(query)
  const [isBusy, setBusy] = useState(false)
  if (pushKey === null) return <p className="pt-2 text-14">{t('push.not-offered')}</p>
  const change = async (work: () => Promise<PushState>) => {
    setBusy(true)
    try {
      queryClient.setQueryData(query.queryKey, await work())
    } catch (error) {
      console.error(error)
      await showAlert(errorMessage(error) ?? t('push.failed'))
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-2">
      <output className="max-w-[64ch] text-14">{state && t(`push.${state}`)}</output>
      {state === 'off' && (
        <Button disabled={isBusy} onClick={() => void change(() => turnPushOn(pushKey))}>
          {t('push.turn-on')}
        </Button>
      )}
      {state === 'on' && (
        <Button
          disabled={isBusy}
          onClick={() =>
            void change(async () => {
              await turnPushOff()
              return 'off'
            })
          }
        >
          {t('push.turn-off')}
        </Button>
      )}
    </div>
  )
}
