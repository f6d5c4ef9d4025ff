import { type User } from '@finlist/contract/account/account'
import { deleteAccount, exportPersonalData, keepAccount } from '@finlist/contract/account/preferences'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { request } from '../../api/request.ts'
import { requestFile } from '../../api/request-file.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { OnFailed } from './on-failed.ts'
import { readProfileAgain } from './save-profile.ts'

const Question = lazy(() => import('../../ui/dialogs/confirm-dialog.tsx'))

/** Lets a user download all data held about them, or have it erased. */
export function YourData({ me, onFailed }: { me: User; onFailed: OnFailed }) {
  const t = useTranslation('account')
  const [asking, setAsking] = useState(false)
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: async () => save(await requestFile(exportPersonalData, {}), 'finlist-my-data.json'),
    onError: onFailed,
  })
  const leaving = useMutation({
    mutationFn: () => request(deleteAccount),
    onSuccess: readProfileAgain,
    onError: onFailed,
    onSettled: () => setAsking(false),
  })
  const staying = useMutation({
    mutationFn: () => request(keepAccount),
    onSuccess: readProfileAgain,
    onError: onFailed,
  })
  return (
    <div className="pt-3">
      <p className="max-w-[60ch] text-14 text-faded">{t('your-data.text')}</p>
      <output className="block">
        {me.deletionAt && (
          <span className="mt-3 block max-w-[60ch] border-l-2 border-wrong pl-3 text-14">
            {t('deletion-date', { date: hongKongDate(me.deletionAt, 'long') })}
          </span>
        )}
      </output>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button disabled={saving.isPending} onClick={() => saving.mutate()}>
          <Download size={16} aria-hidden /> {t(saving.isPending ? 'downloading' : 'download')}
        </Button>
        {/* The same element is used in both states, so that it keeps the focus. */}
        <Button
          className={me.deletionAt ? '' : 'text-wrong!'}
          disabled={staying.isPending}
          onClick={() => (me.deletionAt ? staying.mutate() : setAsking(true))}
        >
          {t(me.deletionAt ? 'keep' : 'delete')}
        </Button>
      </div>
      {asking && (
        <Suspense>
          <Question
            grave
            title={t('delete.ask', { email: me.email })}
            yesLabel={t(leaving.isPending ? 'submitting' : 'delete.yes')}
            noLabel={t('keep')}
            busy={leaving.isPending}
            onAnswer={yes => (yes ? leaving.mutate() : setAsking(false))}
          >
            {t('delete.text')
              .split('\n')
              .map(paragraph => (
                <p key={paragraph}>{paragraph}</p>
              ))}
          </Question>
        </Suspense>
      )}
    </div>
  )
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Some browsers read the address only after `click` has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
