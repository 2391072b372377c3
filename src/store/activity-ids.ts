/** IDs in the record, as far as their form says how they are looked for. */

