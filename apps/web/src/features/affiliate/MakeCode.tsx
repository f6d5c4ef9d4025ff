import { makeAffiliateCode, type WantedAffiliateCode } from '@finlist/contract/affiliate'
import { reasonChars } from '@finlist/contract/staff/customer-actions'
import { useCallForm } from '../../components/use-call-form.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

type Props = { onClose: () => void; onMade: (code: string) => void }

/** Lazy-loaded. Creates a code both at the payment provider and here. The user who owns it becomes an affiliate. */
export default function MakeCode({ onClose, onMade }: Props) {
  const t = useTranslation('affiliate')
  const form = useCallForm(makeAffiliateCode, {
    start: { email: '', code: '', percentOff: '20', duration: 'once' as WantedAffiliateCode['duration'], reason: '' },
    ask: ({ email, percentOff, ...typed }) => ({
      body: { ...typed, email: email.trim(), percentOff: Number(percentOff) },
    }),
    words: { code: t('code.wrong') },
    onDone: ({ code }) => onMade(code),
  })
  return (
    <Dialog open narrow onClose={onClose} title={t('make')} closeLabel={t('close')}>
      <form {...form.props}>
        <fieldset disabled={form.isSending} className="grid min-w-0 gap-4">
          <TextField
            label={t('email')}
            type="email"
            autoComplete="off"
            required
            maxLength={254}
            {...form.field('email')}
            hint={t('email.hint')}
          />
          <TextField
            label={t('code')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={40}
            name="code"
            value={form.values.code}
            wrong={form.wrong('code')}
            onChange={({ target }) => form.set('code', target.value.toUpperCase())}
          />
          <TextField
            label={t('percent')}
            inputMode="numeric"
            autoComplete="off"
            required
            maxLength={2}
            {...form.field('percentOff')}
          />
          <SegmentedControl
            legend={t('duration')}
            value={form.values.duration}
            onChange={duration => form.set('duration', duration)}
            options={(['once', 'forever'] as const).map(value => ({ value, label: t(`duration.${value}`) }))}
          />
          <TextArea label={t('reason')} rows={2} required maxLength={reasonChars.max} {...form.field('reason')} />
        </fieldset>
        <div role="alert">
          {form.refusal && (
            <p className="mt-3 border-l-2 border-wrong bg-wash px-3 py-2 text-14 text-wrong">{form.refusal}</p>
          )}
        </div>
        <div className="mt-5 grid grid-cols-2 gap-3">
          <Button disabled={form.isSending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={form.isSending}>
            {t(form.isSending ? 'working' : 'make.do')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
