import type { Channels } from '@finlist/contract/channels'
import { useState } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

type Quiet = Channels['quiet']

/** The default: 22:00 to 08:00 in the browser's time zone. */
const usual = () => ({ zone: zoneHere(), from: 22 * 60, until: 8 * 60 })

/** The hours during which notifications are held back, in the user's time zone. */
export function QuietHours({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  const t = useTranslation('channels')
  return (
    <div className="pt-1">
      <Switch label={t('quiet.on')} checked={quiet !== null} onChange={on => onChange(on ? usual() : null)} />
      <p className="-mt-2 ml-10 max-w-[64ch] text-13 text-faded">{t('quiet.hint')}</p>
      {quiet && <Hours quiet={quiet} onChange={onChange} />}
    </div>
  )
}

/** Fields for the two times. A time is saved when its field loses the focus, because it is typed in parts. */
function Hours({ quiet, onChange }: { quiet: NonNullable<Quiet>; onChange: (quiet: Quiet) => void }) {
  const t = useTranslation('channels')
  const [typed, setTyped] = useState({ from: timeOf(quiet.from), until: timeOf(quiet.until) })
  const [from, until] = [minuteOf(typed.from), minuteOf(typed.until)]
  const isSame = from !== undefined && from === until
  const act = () => {
    if (from === undefined || until === undefined || isSame) return
    if (from !== quiet.from || until !== quiet.until) onChange({ ...quiet, from, until })
  }
  const field = (name: 'from' | 'until') => ({
    label: t(`quiet.${name}`),
    type: 'time',
    required: true,
    value: typed[name],
    onBlur: act,
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
    className: 'w-36',
  })
  return (
    <div className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-3 md:ml-10">
      <TextField {...field('from')} wrong={minuteOf(typed.from) === undefined && t('quiet.required')} />
      <TextField
        {...field('until')}
        wrong={minuteOf(typed.until) === undefined ? t('quiet.required') : isSame && t('quiet.same')}
      />
      <SelectField
        label={t('quiet.zone')}
        value={quiet.zone}
        onChange={({ target }) => onChange({ ...quiet, zone: target.value })}
        options={zonesWith(quiet.zone).map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        className="w-64 max-w-full"
      />
    </div>
  )
}

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * All time zones that the browser lists, plus the selected one and the browser's own. The browser may list these two
 * under other names.
 */
const zonesWith = (zone: string) => [...new Set([zone, zoneHere(), ...Intl.supportedValuesOf('timeZone')])]

const timeOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0')).join(':')

function minuteOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}
