import { GripVertical } from 'lucide-react'
import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & { label: string }

/** The handle by which a row is dragged; with the focus on it, the arrows move the row. */
export const OrderHandle = ({ label, className = '', ...props }: Props) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    className={`grid shrink-0 cursor-grab touch-none place-items-center rounded-sm text-faded -outline-offset-2 hover:bg-wash active:cursor-grabbing ${className}`}
    {...props}
  >
    <GripVertical size={16} aria-hidden />
  </button>
)
