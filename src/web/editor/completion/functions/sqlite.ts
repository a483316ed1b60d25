/** Functions of SQLite beyond those that every dialect has. */
export const functions = `
date(time, modifier, …) The day; modifiers such as 'start of month', '-7 days'
time(time, modifier, …) The time of day
datetime(time, modifier, …) Date and time; modifier 'unixepoch' reads seconds
julianday(time, modifier, …) Days as a number, to subtract times
unixepoch(time, modifier, …) Seconds since 1970
strftime(format, time, modifier, …) A time written by a pattern such as '%Y-%m'
timediff(later, earlier) Time between two times as text
current_date Today in UTC
current_timestamp Date and time in UTC
current_time Time of day in UTC
total(number) Sum of the numbers, 0.0 if there are none
group_concat(text, separator) The texts of all rows, joined
string_agg(text, separator) The texts of all rows, joined
iif(condition, value, else) One of two values
ifnull(value, else) The second value where the first is null
length(text) Number of characters
octet_length(text) Number of bytes
substr(text, start, count) Part of a text; a negative start counts from the end
substring(text, start, count) Part of a text; a negative start counts from the end
instr(text, part) Where a part begins, from 1; 0 if nowhere
concat(value, …) Values joined to one text; nulls are left out
concat_ws(separator, value, …) Values joined with a separator; nulls are left out
printf(pattern, value, …) A pattern such as '%.2f' filled in
format(pattern, value, …) A pattern such as '%.2f' filled in
char(code, …) Characters of codes
unicode(text) Code of the first character
hex(value) Hexadecimal digits
unhex(text) Bytes of hexadecimal digits
quote(value) A value as a literal
glob(pattern, text) Whether a pattern with * and ? matches
like(pattern, text) Whether a pattern with % and _ matches
typeof(value) Type of a value: 'integer', 'text', …
random() Random whole number
randomblob(count) So many random bytes
zeroblob(count) So many bytes of zero
sign(number) -1, 0 or 1
mod(number, divisor) What a division leaves
pow(number, exponent) Number to a power
power(number, exponent) Number to a power
ln(number) Natural logarithm
log(number) Logarithm of base 10; with two numbers, the first is the base
log10(number) Logarithm of base 10
log2(number) Logarithm of base 2
trunc(number) Cut to a whole number
ceiling(number) Smallest whole number that is not smaller
pi() 3.14159…
sin(number) Sine
cos(number) Cosine
tan(number) Tangent
radians(degrees) Angle in radians
degrees(radians) Angle in degrees
json(text) JSON without needless blanks
json_extract(json, path, …) What stands at a path
json_object(key, value, …) JSON object from pairs
json_array(value, …) JSON array from values
json_array_length(json, path) Number of elements
json_type(json, path) Type of a JSON value
json_valid(text) Whether a text is JSON
json_set(json, path, value) JSON with a value set
json_insert(json, path, value) JSON with a value added
json_replace(json, path, value) JSON with a value replaced
json_remove(json, path) JSON without what stands at a path
json_patch(json, patch) JSON merged with other JSON
json_quote(value) Value as JSON
json_group_array(value) The values of all rows as a JSON array
json_group_object(key, value) The pairs of all rows as a JSON object
json_each(json, path) A row for each element
json_tree(json, path) A row for each element, at any depth
likely(condition) The condition, said to be often true
unlikely(condition) The condition, said to be seldom true
changes() Rows that the last statement changed
last_insert_rowid() Key that the last insert made
sqlite_version() Version of the library
`
