/** Which reads a batch asks for: known ones by checkbox, any other by its path, sets of them by a preset. */

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useId, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type PathProblem, readPath } from '../../../api/batch-path'
import { version2Reads } from '../../../api/version2-reads.data'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { formatCount } from '../../../ui/format'
import { Icon } from '../../../ui/icon'
import { type Grant, grantOf } from '../permissions'
import type { KnownVehicle } from '../vehicle-page'
import styles from './builder.module.css'
import { knownPresets, removePreset, savePreset, usePresets } from './presets'
import * as texts from './texts'

const words: Readonly<Record<Exclude<PathProblem, 'long'>, string>> = {
  empty: 'Enter a path, for example /odometer.',
  characters: 'A path can’t contain spaces, control characters or backslashes.',
  host: 'Enter only the path after the vehicle, without a host, for example /odometer.',
  hash: 'A path can’t contain “#”.',
  queries: 'A path can contain only one “?”.',
  otherVehicle: 'A batch reads one vehicle. Enter only the path after it, for example /odometer.',
  version: 'A batch takes version 2.0 reads. Enter the path without a version.',
  nested: 'A batch can’t contain another batch.',
  hidden: 'A path can’t contain an escaped separator.',
  escaped: 'Enter letters, digits, “-”, “.”, “_” and “~” as they are, not as “%” escapes.',
  brokenEscape: 'A “%” starts an incomplete escape.',
  up: 'A path can’t contain “.” or “..” segments.',
  slashes: 'A path can’t contain “//”.',
  query: 'The query after “?” contains characters that aren’t allowed.',
  queryUp: 'The query after “?” can’t contain “..” segments.',
}

/** @param given the path as it was entered */
export const why = (problem: PathProblem, given: string): string =>
  problem === 'long' ? `No known read has a path of ${formatCount(given.trim().length)} characters.` : words[problem]

interface Props {
  /** What is asked for, in order, each once. */
  paths: readonly string[]
  onPaths: (paths: string[]) => void
  /** Absent: for a group of vehicles. */
  known?: KnownVehicle
}

export function Builder({ paths, onPaths, known }: Props) {
  const toggle = (path: string) =>
    onPaths(paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path])
  return (
    <div className={styles.builder}>
      <fieldset className={styles.requests}>
        <legend>{texts.requests}</legend>
        {version2Reads.map(({ path, title, permission }) => (
          <div key={path} className={styles.read}>
            <label className={styles.check}>
              <input type="checkbox" checked={paths.includes(path)} onChange={() => toggle(path)} />
              <span>
                {title}{' '}
                <code translate="no" className="quiet">
                  {path}
                </code>
              </span>
            </label>
            {known && permission !== undefined && <Sign state={grantOf(known.rows, permission).state} />}
          </div>
        ))}
      </fieldset>
      <AddPath paths={paths} onPaths={onPaths} vehicleId={known?.vehicleId} />
      <Presets paths={paths} onPaths={onPaths} />
    </div>
  )
}

/** What is granted needs no words, and what is not known has none. */
function Sign({ state }: { state: Grant['state'] }) {
  if (state === 'unknown') return null
  return (
    <span className={styles.sign} data-state={state}>
      {state === 'missing' ? (
        texts.notGranted
      ) : (
        <>
          <Icon name="check" size={14} />
          <span className={state === 'some' ? undefined : 'visually-hidden'}>{texts.grants[state]}</span>
        </>
      )}
    </span>
  )
}

/** One or several paths, with white space between them. */
const schemaOf = (vehicleId: string | undefined) =>
  z.object({
    path: z.string().check((context) => {
      for (const text of context.value.trim().split(/\s+/)) {
        const read = readPath(text, vehicleId)
        if ('problem' in read)
          context.issues.push({
            code: 'custom',
            input: text,
            message: `${text.slice(0, 100)} ${why(read.problem, text)}`.trim(),
          })
      }
    }),
  })

/** A form of its own: nothing else is drawn while a path is typed. */
function AddPath({ paths, onPaths, vehicleId }: Omit<Props, 'known'> & { vehicleId: string | undefined }) {
  const schema = useMemo(() => schemaOf(vehicleId), [vehicleId])
  const [said, setSaid] = useState<string>()
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: standardSchemaResolver(schema),
    defaultValues: { path: '' },
    reValidateMode: 'onSubmit',
    shouldFocusError: false, // that also runs in a timer, which takes the focus back from a control chosen meanwhile
  })
  const add = handleSubmit(addPaths, ({ path }) => path?.ref?.focus?.())
  function addPaths({ path }: { path: string }) {
    const read = path.split(/\s+/).flatMap((text) => {
      const one = readPath(text, vehicleId)
      return 'path' in one ? one.path : []
    })
    const wanted = [...new Set(read)]
    const fresh = wanted.filter((one) => !paths.includes(one))
    const merged = wanted.filter((one) => paths.includes(one))
    if (fresh.length > 0) onPaths([...paths, ...fresh])
    setSaid(
      [fresh.length > 0 && texts.added(fresh), merged.length > 0 && texts.merged(merged)].filter(Boolean).join(' '),
    )
    reset()
  }
  return (
    <form onSubmit={add} className={styles.add} noValidate aria-label={texts.addForm}>
      <TextField
        label={texts.addField}
        placeholder="/tesla/speedometer"
        size="xs"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        className={styles.field}
        inputClassName={styles.mono}
        {...register('path')}
        error={formState.errors.path?.message}
      />
      <Button type="submit" size="xs" variant="default">
        {texts.add}
      </Button>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </form>
  )
}

function Presets({ paths, onPaths }: Pick<Props, 'paths' | 'onPaths'>) {
  const own = usePresets()
  const namedAt = useId()
  const { register, handleSubmit, reset } = useForm({ defaultValues: { name: '' } })
  const save = handleSubmit(({ name }) => {
    if (name.trim() === '' || paths.length === 0) return
    savePreset({ name: name.trim(), paths: [...paths] })
    reset()
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in a line with what it names
    <div className={styles.presets} role="group" aria-labelledby={namedAt}>
      <span id={namedAt} className="quiet">
        {texts.presets}
      </span>
      {[...knownPresets, ...own].map((preset, index) => (
        <span key={`${index} ${preset.name}`} className={styles.preset}>
          <Button
            size="compact-xs"
            variant="default"
            title={preset.paths.join(', ')}
            onClick={() => onPaths([...preset.paths])}
          >
            <bdi translate="no">{preset.name.slice(0, 60)}</bdi>
          </Button>
          {index >= knownPresets.length && (
            <button type="button" className="plain-button" onClick={() => removePreset(preset.name)}>
              {texts.forgetPreset(preset.name)}
            </button>
          )}
        </span>
      ))}
      {paths.length > 0 && (
        <details className={styles.save}>
          <summary>{texts.savePaths(paths.length)}</summary>
          <form onSubmit={save} className={styles.add} aria-label={texts.presetForm}>
            <TextField label={texts.presetField} size="xs" maxLength={60} autoComplete="off" {...register('name')} />
            <Button type="submit" size="xs" variant="default">
              {texts.savePreset}
            </Button>
          </form>
        </details>
      )}
    </div>
  )
}
