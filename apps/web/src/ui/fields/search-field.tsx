import { Search, X } from 'lucide-react'
import { useRef } from 'react'

type Props = { label: string; clearLabel: string; value: string; onChange: (value: string) => void; className?: string }

/** A text field that filters the content below it. Escape clears it. */
export function SearchField({ label, clearLabel, value, onChange, className = '' }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    field.current?.focus()
  }
  return (
    <div className={`relative ${className}`}>
      <Search size={15} aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto text-faded" />
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && onChange('')}
        className="h-11 w-full [&::-webkit-search-cancel-button]:hidden rounded-md border border-edge bg-raised pr-10 pl-9 text-16 text-ink placeholder:text-faded md:h-9 md:text-13"
      />
      {value && (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={clear}
          className="absolute inset-y-0 right-0 grid w-10 place-items-center text-faded hover:text-ink"
        >
          <X size={15} aria-hidden />
        </button>
      )}
    </div>
  )
}
