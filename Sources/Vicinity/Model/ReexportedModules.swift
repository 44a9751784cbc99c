// Types in the public API of this library need no import except `import Vicinity`. Swift has no other spelling for
// it: `public import` gives users of this library access to a module only if they import it themselves.

@_exported import CivilTime
@_exported import CodedErrors
@_exported import Geography
@_exported import Hours
@_exported import Recurrence
@_exported import Streams
