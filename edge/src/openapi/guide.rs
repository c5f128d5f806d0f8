//! What holds for every call, in Markdown. A paragraph is one line: viewers break lines where the text does.

/// The sections before the list of errors.
pub(super) const GUIDE: &str = "\
Every call of Nirmaan over JSON, with who may make it, what it takes and what it answers.

## Signing in

`POST /auth/login` answers an access token, which counts for 15 minutes, and a refresh token, which is exchanged for a new \
pair. The access token is sent with every other call.

    curl \"$NIRMAAN/api/auth/login\" --header 'Content-Type: application/json' \\
      --data '{\"tenantName\": \"Bharat Infra\", \"emailOrMobile\": \"owner@bharat.example\", \"password\": \"…\"}'

    curl \"$NIRMAAN/api/contracts/filter\" --header \"Authorization: Bearer $ACCESS_TOKEN\" \\
      --header 'Content-Type: application/json' --data '{\"pagination\": {\"page\": 0, \"size\": 25}}'

## Addresses and input

Every path is also answered behind the prefixes `/auth`, `/platform`, `/project`, `/common`, `/inventory`, `/payroll` and \
`/vehicle`, and behind a second `/api`. Input takes numbers for strings and numeric strings for numbers; an empty string or \
null means absent; unknown fields are ignored.

## How values are written

| What | As | Meaning |
|---|---|---|
| Rupees | `1234567.5` | A number, exact to the paisa; null where there is no amount. |
| A day | `\"2026-03-31\"` | A day of Asia/Kolkata. A date-time is taken too, and cut to its day there. |
| An instant | `\"2026-03-31T10:30:00.000Z\"` | In UTC; any offset is taken. |
| A status | `\"DRAFT\"` | One of its type's names, empty where it is unset. An unknown name is an error. |
| Text | `\"\"` | Never null in an answer; empty where there is none. |
| Absent | `null` | For amounts, days, instants, percentages and objects; numbers, booleans and lists are always written. |

## Lists

A filter takes `pagination` with `page`, from 0, and `size`, 1 to 200, 10 where it is absent. It answers the rows as \
`content`, and with them `number`, `size`, `totalPages` and `totalElements`.

## Creating and changing

A create with an `Idempotency-Key` header may be repeated within 24 hours: it gets the same answer, and creates nothing \
again. A `PUT` replaces every field that can be edited, or, where it takes an `updateMask`, those that it names. With the \
`version` that was read it is refused where somebody else was quicker; without one it isn't.

## Errors

An error is a JSON object of type `Error` at every status: a code for programs, a sentence for people, the wrong fields, and \
the id that the log knows the request by.

    {
      \"code\": \"INVALID_ARGUMENT\",
      \"message\": \"The request has invalid fields.\",
      \"fields\": [{\"field\": \"paperCost\", \"message\": \"must be an amount in rupees\"}],
      \"requestId\": \"019a9b2c-7d4e-7f60-8a1b-2c3d4e5f6071\"
    }
";
