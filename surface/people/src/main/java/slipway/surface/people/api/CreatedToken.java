package slipway.surface.people.api;

import java.util.Optional;
import slipway.surface.api.json.ApiField;

/** A newly created token. */
public record CreatedToken(
        @ApiField(
                        value = "The full token. Absent if the request was a repetition.",
                        example = "slw_usr_4tQm1vNcYc7RmX2vQ9tLk4HsB1nPz8Wd_6f3a1c")
                Optional<String> text,
        @ApiField(value = "The first eight characters after the prefix.", example = "4tQm1vNc")
                String token) {}
