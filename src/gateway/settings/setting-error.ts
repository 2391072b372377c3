/** A setting that cannot be used; its message is the one line that is printed before the start is given up. */
export class SettingError extends Error {
  override name = 'SettingError'
}
