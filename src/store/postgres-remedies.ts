/** The remedy for failures that an administrator of the database can mend; in words, beside the code. */

interface Remedy {
  /** SQLSTATE, or Node's code of a failed connection; empty for the driver's own errors. */
  code: RegExp
  message?: RegExp
  /** @param name what the message names, of a few harmless characters */
  text: (name: string) => string
}

const remedies: readonly Remedy[] = [
  { code: /^ECONNREFUSED$/, text: () => 'no database listens at the address; check its host and port' },
  { code: /^(ENOTFOUND|EAI_AGAIN)$/, text: () => 'the host of the address can’t be resolved; check its name' },
  { code: /^ENOENT$/, message: /^connect ENOENT /, text: () => 'the socket of the address doesn’t exist' },
  { code: /^28P01$/, text: () => 'the database rejected the password; check it and the user of the address' },
  { code: /^3D000$/, text: () => 'the database of the address doesn’t exist; an administrator can create it' },
  {
    code: /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/,
    text: () =>
      'the certificate of the database is from an authority that isn’t known here; add sslrootcert=PATH to the address, the certificate of that authority, or set NODE_EXTRA_CA_CERTS',
  },
  {
    code: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    text: () =>
      'the certificate of the database is for another name than the address has; use a name that it lists, or sslmode=verify-ca',
  },
  { code: /^CERT_HAS_EXPIRED$/, text: () => 'the certificate of the database has expired' },
  {
    code: /^$/,
    message: /^The server does not support SSL connections$/,
    text: () => 'the database offers no TLS; if the network is your own, use sslmode=disable',
  },
  {
    code: /^28000$/,
    message: /no pg_hba\.conf entry .*(no encryption|SSL off)/,
    text: () => 'the database accepts only encrypted connections; add sslmode=verify-full to the address',
  },
  {
    code: /^(08P01|0A000)$/,
    message: /unsupported startup parameter(?: in options)?: "?([\w.]{1,63})/,
    text: (name) =>
      `the pooler refuses the parameter ${name} of the address; take it out and set it with ALTER ROLE … SET, or connect to the database itself`,
  },
  {
    code: /^08P01$/,
    message: /statement pooling mode/,
    text: () => 'the pooler is in statement mode; set it to transaction or session mode',
  },
  {
    code: /^08P01$/,
    message: /server login (?:failed|has been failing)/,
    text: () => 'the pooler can’t sign in to the database; its own log says why',
  },
  {
    code: /^42501$/,
    message: /^permission denied for (?:schema|database) ([\w-]{1,63})$/,
    text: (name) => `have an administrator run GRANT CREATE, USAGE ON SCHEMA ${name} TO the user of the address`,
  },
]

/** @returns undefined if there is none beside the code itself */
export function databaseRemedy(code: string, message: string): string | undefined {
  for (const remedy of remedies) {
    if (!remedy.code.test(code)) continue
    const found = remedy.message ? remedy.message.exec(message) : []
    if (found) return remedy.text(found[1] ?? '')
  }
  return undefined
}
