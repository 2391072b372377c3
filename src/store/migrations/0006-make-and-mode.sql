-- Both filters at once: a make that is never simulated is found to be so without a look at its vehicles.
CREATE INDEX vehicles_make_mode ON vehicles (realm, make, mode);
DROP INDEX vehicles_make;
