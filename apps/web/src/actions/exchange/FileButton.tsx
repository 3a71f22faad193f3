import { type ComponentProps, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { acceptedExtensions } from './file-names.ts'

interface FileButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'children'> {
  onFile(file: File): void
}

/** A button that asks for a file. */
export function FileButton({ onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to import"
        accept={acceptedExtensions}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // Else the same file, chosen again after it was mended, would be no change.
          currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </>
  )
}
