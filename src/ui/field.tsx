/** A field with its name, and what is said of it: the browser's own, drawn as Mantine draws the fields of dialogs. */
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import styles from './field.module.css'

export interface FieldProps {
  label: string
  /** Said between its name and the field, or below it. */
  description?: ReactNode
  isDescribedBelow?: boolean
  /** What is wrong with what was entered. */
  error?: ReactNode
  /** 36 px, or 32 with smaller words. */
  size?: 'xs' | 'sm' | undefined
  className?: string | undefined
}

interface Props extends FieldProps {
  isRequired?: boolean | undefined
  /** Draws the field itself, with what it takes. */
  children: (given: {
    id: string
    className: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}

export function Field(props: Props) {
  const { label, description, isDescribedBelow = false, error, size, className = '', isRequired, children } = props
  const id = useId()
  const described = description && <p id={`${id}d`}>{description}</p>
  const describedBy = [error && `${id}e`, description && `${id}d`].filter(Boolean).join(' ')
  return (
    <div className={`${styles.field} ${className}`} data-size={size}>
      <label htmlFor={id} data-required={isRequired || undefined}>
        {label}
      </label>
      {!isDescribedBelow && described}
      <div>
        {children({
          id,
          className: styles.control ?? '',
          'aria-invalid': error ? true : undefined,
          'aria-describedby': describedBy || undefined,
        })}
      </div>
      {isDescribedBelow && described}
      {error && (
        <p id={`${id}e`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

interface TextProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'size'> {
  inputClassName?: string | undefined
}

export function TextField(props: TextProps) {
  const { label, description, isDescribedBelow, error, size, className, inputClassName = '', ...input } = props
  return (
    <Field {...{ label, description, isDescribedBelow, error, size, className }} isRequired={input.required}>
      {(given) => <input translate="no" {...input} {...given} className={`${given.className} ${inputClassName}`} />}
    </Field>
  )
}
