import { makeAffiliateCode, mostPercentOff, type WantedAffiliateCode } from '@finlist/contract/affiliate'
import { reasonChars } from '@finlist/contract/customer-actions'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallError, errorMessage } from '../../api/call-error.ts'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialog.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Props = { onClose: () => void; onMade: (code: string) => void }
type Field = 'email' | 'code' | 'percentOff' | 'reason'

/** Load it lazily. Creates a code at the payment provider and here; its owner becomes an affiliate. */
export default function MakeCode({ onClose, onMade }: Props) {
  const t = useTranslation('affiliate')
  const [typed, setTyped] = useState({ email: '', code: '', percentOff: '20', reason: '' })
  const [duration, setDuration] = useState<WantedAffiliateCode['duration']>('once')
  const [wasTried, setTried] = useState(false)
  const making = useMutation({
    mutationFn: (body: WantedAffiliateCode) => request(makeAffiliateCode, { body }),
    onSuccess: ({ code }) => onMade(code),
  })
  const percentOff = /^\d{1,2}$/.test(typed.percentOff.trim()) ? Number(typed.percentOff) : 0
  const faults: Partial<Record<Field, string>> = {
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email.trim()) && { email: t('email.wrong') }),
    ...(!/^[A-Z0-9-]{3,40}$/.test(typed.code) && { code: t('code.wrong') }),
    ...((percentOff < 1 || percentOff > mostPercentOff) && {
      percentOff: t('percent.wrong', { most: mostPercentOff }),
    }),
    ...(typed.reason.trim().length < reasonChars.min && { reason: t('reason.wrong', { min: reasonChars.min }) }),
  }
  const { error } = making
  const [said] = error instanceof CallError ? error.errors : []
  const wrong = (field: Field) => (wasTried && faults[field]) || (said?.field === field && said.message) || undefined
  const type = (field: Field, text: string) => {
    setTyped({ ...typed, [field]: text })
    if (error) making.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(faults).length > 0 || making.isPending) return
    making.mutate({ ...typed, email: typed.email.trim(), reason: typed.reason.trim(), percentOff, duration })
  }
  return (
    <Dialog open narrow onClose={onClose} title={t('make')} closeLabel={t('close')}>
      <form noValidate aria-busy={making.isPending} onSubmit={submit}>
        <fieldset disabled={making.isPending} className="grid min-w-0 gap-4">
          <TextField
            label={t('email')}
            type="email"
            autoComplete="off"
            required
            maxLength={254}
            value={typed.email}
            wrong={wrong('email')}
            hint={t('email.hint')}
            onChange={({ target }) => type('email', target.value)}
          />
          <TextField
            label={t('code')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={40}
            value={typed.code}
            wrong={wrong('code')}
            onChange={({ target }) => type('code', target.value.toUpperCase())}
          />
          <TextField
            label={t('percent')}
            inputMode="numeric"
            autoComplete="off"
            required
            maxLength={2}
            value={typed.percentOff}
            wrong={wrong('percentOff')}
            onChange={({ target }) => type('percentOff', target.value)}
          />
          <SegmentedControl
            legend={t('duration')}
            value={duration}
            onChange={setDuration}
            options={(['once', 'forever'] as const).map(value => ({ value, label: t(`duration.${value}`) }))}
          />
          <TextArea
            label={t('reason')}
            rows={2}
            required
            maxLength={reasonChars.max}
            value={typed.reason}
            wrong={wrong('reason')}
            onChange={({ target }) => type('reason', target.value)}
          />
        </fieldset>
        <div role="alert">
          {error && !said?.field && (
            <p className="mt-3 border-l-2 border-wrong bg-wash px-3 py-2 text-14 text-wrong">
              {errorMessage(error) ?? t('error.unknown')}
            </p>
          )}
        </div>
        <div className="mt-5 grid grid-cols-2 gap-3">
          <Button disabled={making.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={making.isPending}>
            {t(making.isPending ? 'working' : 'make.do')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
