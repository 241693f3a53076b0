package slipway.signon;

/** The client secret at the provider. Its string form does not reveal it. */
public final class ClientSecret {

    private final String text;

    public ClientSecret(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("A client secret is not blank");
        }
        this.text = text;
    }

    String text() {
        return text;
    }

    @Override
    public String toString() {
        return "client secret";
    }
}
