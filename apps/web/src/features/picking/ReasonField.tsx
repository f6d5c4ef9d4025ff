import { reasonLength } from '@finlist/contract/picking'
import type { ComponentProps } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { TextArea } from '../../ui/fields/text-area.tsx'

type Props = Pick<ComponentProps<typeof TextArea>, 'name' | 'wrong' | 'onChange'> & { value: string }

/** The reason for an edit, with the number of characters typed. */
export function ReasonField({ wrong, ...field }: Props) {
  const t = useTranslation('picking')
  const count = field.value.trim().length
  const { least, most } = reasonLength
  const counted = count < least ? t('reason.least', { count, least }) : t('reason.most', { count, most })
  return (
    <TextArea
      label={t('reason')}
      rows={3}
      required
      maxLength={most}
      hint={counted}
      wrong={wrong && `${wrong} ${counted}`}
      {...field}
    />
  )
}
